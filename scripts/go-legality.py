#!/usr/bin/env python3
"""Compares the replay of Go games with sgfmill, from outside.

    python3 scripts/go-legality.py --bin target/release/jadoube FOLDER...

Needs sgfmill (`pip install sgfmill`); where it is not installed the script says so and ends with status 0. For every SGF file
that sgfmill can read it replays the main line with sgfmill's board and compares, per file: the number of moves, the first move on
an occupied point, the first immediate ko recapture and the first suicide. sgfmill allows suicide and occupied points are an
error of its board, so both are found here from its answers; nothing of its code is used by the project.
"""

import argparse
import json
import pathlib
import subprocess
import sys

WATCHED = ("occupied-point", "ko-violation", "suicide", "repeated-position")


def reference(path, boards, sgf):
    """What sgfmill says: (moves, {name: first ply})."""
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    board = boards.Board(game.get_size())
    plies, found, ko, seen = 0, {}, None, set()
    touched = False
    for node in game.get_main_sequence():
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
            ko, seen = None, {key(board)}
        seen = seen or {key(board)}
        colour, move = node.get_move()
        if colour is None:
            continue
        plies += 1
        if move is None:
            ko = None
            continue
        row, column = move
        if board.get(row, column) is not None:
            found.setdefault("occupied-point", plies)
            touched = True
            break
        if ko == (row, column, colour):
            found.setdefault("ko-violation", plies)
        point = board.play(row, column, colour)
        opponent = "w" if colour == "b" else "b"
        if board.get(row, column) is None:
            found.setdefault("suicide", plies)
        elif key(board) in seen and ko != (row, column, colour):
            found.setdefault("repeated-position", plies)
        ko = (*point, opponent) if point else None
        seen.add(key(board))
    return plies, found, touched


def key(board):
    return tuple(sorted((colour, point) for colour, point in board.list_occupied_points()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--bin", default="target/release/jadoube")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    try:
        from sgfmill import boards, sgf
    except ImportError:
        print("sgfmill is not installed: nothing compared")
        return 0
    command = [options.bin, "check", "--isolated", "--no-progress", "--output-format", "ndjson", *options.folders]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    games = differences = skipped = 0
    for line in output.splitlines():
        record = json.loads(line)
        if record["type"] != "record" or record.get("record") != 1:
            continue
        try:
            plies, found, stopped = reference(pathlib.Path(record["file"]), boards, sgf)
        except (ValueError, KeyError, IndexError):
            skipped += 1
            continue
        games += 1
        said = {}
        for finding in record["findings"]:
            if finding["name"] in WATCHED and not finding.get("variation"):
                said.setdefault(finding["name"], finding["ply"])
        if (said, None if stopped else plies) != (found, None if stopped else record["plies"]):
            differences += 1
            print(f'{record["file"]}: {record["plies"]} plies, {said}; sgfmill: {plies} plies, {found}')
    print(f"{games} games compared, {skipped} that sgfmill cannot read, {differences} differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
