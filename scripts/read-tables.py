#!/usr/bin/env python3
"""Convert records to Parquet, CSV and NDJSON, read the tables with an independent reader, and compare the three.

    read-tables.py --bin target/release/jadoube fixtures [more paths…]

Needs pyarrow.
"""

import argparse
import csv
import datetime
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.parquet

TYPES = {"text": pa.string(), "integer": pa.int64(), "number": pa.float64(), "date": pa.date32()}
VERSION = "1"


def documented():
    """The columns of both tables, as docs/columns.md lists them."""
    path = os.path.join(os.path.dirname(__file__), "..", "docs", "columns.md")
    with open(path, encoding="utf-8") as file:
        tables = file.read().split("## One row a ")[1:]
    return [[(n, TYPES[t]) for n, t in re.findall(r"^\| `(\w+)` \| (\w+) \|", table, re.M)] for table in tables]


def convert(args, form, out, *more):
    command = [args.bin, "convert", "--isolated", "-q", "--no-progress", "--to", form, "-o", out, *more, *args.paths]
    status = subprocess.run(command).returncode
    assert status in (0, 1), f"{form}: exit status {status}"
    return out


def text(value):
    """A value of Parquet as CSV writes it."""
    if value is None:
        return ""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def same_cell(value, cell):
    return float(cell) == value if isinstance(value, float) and cell else text(value) == cell


def compare_with_csv(parquet, path, schema):
    rows = 0
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        assert next(reader) == [name for name, _ in schema], "header"
        for batch in parquet.iter_batches():
            for row in batch.to_pylist():
                cells = next(reader)
                rows += 1
                for (name, _), value, cell in zip(schema, row.values(), cells, strict=True):
                    assert same_cell(value, cell), f"row {rows}, {name}: {value!r} in Parquet, {cell!r} in CSV"
        assert next(reader, None) is None, "CSV has more rows"
    return rows


def main_line(game):
    """The main line of a game in JSON, as the column `moves` has it."""
    moves, depth = [], 0
    if game["game"] == "chess":
        for item in game["moves"]:
            depth += ("open" in item) - ("close" in item)
            if depth == 0 and ("uci" in item or "null" in item):
                moves.append(item.get("uci", "0000"))
        return moves
    first = {}
    for i, node in enumerate(game["nodes"]):
        first.setdefault(node["parent"], i)
    at = first.get(None)
    while at is not None:
        for name, values in game["nodes"][at]["properties"]:
            if name in ("B", "W"):
                value = values[0]
                value = value["raw"] if isinstance(value, dict) else value[0] if isinstance(value, list) else value
                moves.append(value or "pass")
        at = first.get(at)
    return moves


def compare_with_json(parquet, path):
    plies = 0
    with open(path, encoding="utf-8") as file:
        rows = itertools.chain.from_iterable(batch.to_pylist() for batch in parquet.iter_batches())
        for number, (line, row) in enumerate(itertools.zip_longest(file, rows), 1):
            assert line and row, f"record {number} is missing in {'NDJSON' if row else 'Parquet'}"
            game = json.loads(line)
            moves = main_line(game)
            plies += len(moves)
            place = f"{row['file']}, record {row['record']}"
            assert row["moves"] == " ".join(moves), place
            assert row["game"] == game["game"] and row["format"] == game["format"], place
            if game["game"] != "chess":
                continue
            assert row["plies"] == len(moves), place
            tags = {}
            for name, value in game["tags"]:
                tags.setdefault(name, value)
            for column, name in [("event", "Event"), ("white", "White"), ("black", "Black"), ("date_text", "Date"), ("eco", "ECO")]:
                assert (row[column] or "?") == (tags.get(name) or "?"), f"{place}: {column}"
            assert json.loads(row["tags"]) == dict(game["tags"]), place
            if row["date"]:
                assert row["date"].strftime("%Y%m%d") == re.sub(r"\D", "", tags["Date"]) or tags["Date"] != f"{row['date']:%Y.%m.%d}", place
            elif re.fullmatch(r"(19|20)\d\d\.(0[1-9]|1[0-2])\.(0[1-9]|1\d|2[0-8])", tags["Date"]):
                raise AssertionError(f"{place}: the date {tags['Date']} is not known")
            for column, name in [("white_rating", "WhiteElo"), ("black_rating", "BlackElo")]:
                if re.fullmatch(r"[1-9]\d{2,3}", tags.get(name, "")):
                    assert row[column] == int(tags[name]), f"{place}: {column}"
            if row["result"] in ("1-0", "0-1", "1/2-1/2") and game["complete"]:
                assert row["result"] in (game["result"], tags["Result"]), place
    return plies


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("paths", nargs="+")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        rows = {}
        for every_ply, schema in zip((False, True), documented(), strict=True):
            more = ["--every-ply"] if every_ply else []
            parquet = pa.parquet.ParquetFile(convert(args, "parquet", at("t.parquet"), *more))
            found = [(field.name, field.type) for field in parquet.schema_arrow]
            assert found == schema, f"the schema {found} is not the documented one"
            assert parquet.schema_arrow.metadata[b"jadoube.columns"].decode() == VERSION
            rows[every_ply] = compare_with_csv(parquet, convert(args, "csv", at("t.csv"), *more), schema)
            assert rows[every_ply] == parquet.metadata.num_rows > 0
            if not every_ply:
                plies = compare_with_json(parquet, convert(args, "ndjson", at("t.ndjson")))
        assert rows[True] == plies, f"{rows[True]} rows of plies, {plies} moves in JSON"
    print(f"ok    {rows[False]} games and {plies} plies are the same in Parquet, CSV and NDJSON")
    return 0


if __name__ == "__main__":
    sys.exit(main())
