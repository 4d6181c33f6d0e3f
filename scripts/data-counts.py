#!/usr/bin/env python3
"""Check a folder of real records and compare what comes out with the counts in its README.md.

    data-counts.py --bin target/release/jadoube ../shared/data

The README holds one table: | `file` | what it is | records | main-line plies |. Standard library only.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys

# What an independent replay found: file, finding, games with it.
EXPECTED = [
    ("sgf/kgs.tar.zst", "out-of-turn", 0),
    ("sgf/fox-pro.tar.zst", "out-of-turn", 26),
    # One in the middle of a game. Besides, with HA[0]: three games that begin with several black moves, two that White begins.
    ("sgf/ai-events.tar.zst", "out-of-turn", 1 + 3 + 2),
    ("sgf/scored.tar.zst", "out-of-turn", 0),
    ("sgf/fox-pro.tar.zst", "repeated-position", 1),
    ("sgf/scored.tar.zst", "moves-after-end", 2),
    *[
        (file, name, 0)
        for file in ("sgf/kgs.tar.zst", "sgf/fox-pro.tar.zst", "sgf/ai-events.tar.zst", "sgf/scored.tar.zst")
        for name in ("occupied-point", "suicide", "ko-violation")
    ],
    ("pgn/masters.pgn.zst", "illegal-move", 0),
    ("pgn/masters.pgn.zst", "ambiguous-move", 0),
    ("pgn/masters.pgn.zst", "unreadable-move", 0),
]


def table(readme):
    """The rows of the table in the README: file, records, plies (None where not stated)."""
    for line in readme:
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if len(cells) == 4 and (name := re.fullmatch(r"`(.+)`", cells[0])):
            records, plies = (int(c.replace(",", "")) if c else None for c in cells[2:])
            yield name[1].rstrip("/"), records, plies


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("data")
    args = parser.parse_args()

    with open(os.path.join(args.data, "README.md"), encoding="utf-8") as readme:
        rows = list(table(readme))
    command = [args.bin, "check", "--output-format", "ndjson", "--no-progress", "--isolated", "--no-estimate", "--fail-on", "never"]
    process = subprocess.Popen(command + [args.data], stdout=subprocess.PIPE)

    records, plies, unreplayed = collections.Counter(), collections.Counter(), collections.Counter()
    games_with = collections.Counter()
    summary = None
    for line in process.stdout:
        item = json.loads(line)
        if item["type"] == "summary":
            summary = item
        if item["type"] != "record":
            continue
        path = os.path.relpath(item["file"].split("!")[0], args.data)
        row = next((name for name, _, _ in rows if path == name or path.startswith(name + "/")), path)
        records[row] += 1
        plies[row] += item["plies"]
        unreplayed[row] += item["unreplayed"]
        for name in {f["name"] for f in item["findings"]}:
            games_with[row, name] += 1

    wrong = 0
    if process.wait() != 0 or summary is None:
        print(f"the run failed: exit status {process.returncode}, summary {summary}")
        wrong += 1
    for name, want_records, want_plies in rows:
        for what, want, got in (("records", want_records, records[name]), ("plies", want_plies, plies[name])):
            ok = want is None or want == got
            wrong += not ok
            print(f"{'ok   ' if ok else 'WRONG'} {name}: {got} {what}" + ("" if ok else f", expected {want}"))
    for name, finding, want in EXPECTED:
        got = games_with[name, finding]
        wrong += got != want
        print(f"{'ok   ' if got == want else 'WRONG'} {name}: {finding} in {got} games" + ("" if got == want else f", expected {want}"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
