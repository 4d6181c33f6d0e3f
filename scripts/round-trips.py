#!/usr/bin/env python3
"""Normalize records and see that nothing changes that should not.

    round-trips.py --bin target/release/jadoube fixtures ../shared/data

For every file: normalizing twice is normalizing once; JSON, as lines and as one document, comes back as the normal form; plies, result,
verdict and ending are the same before and after. Standard library only.
"""

import argparse
import hashlib
import itertools
import json
import os
import subprocess
import sys

PGN = (".pgn",)
GO = (".sgf", ".gib", ".ngf", ".ugf", ".ugi")
PACKED = (".zst", ".gz", ".bz2", ".xz", ".zip", ".tar", ".tgz")


def files(paths):
    for path in paths:
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                stem = name.lower()
                while stem.endswith(PACKED):
                    stem = os.path.splitext(stem)[0]
                if stem.endswith(PGN) or stem.endswith(GO) or (stem != name.lower()):
                    yield os.path.join(folder, name)


def run(args, *command, stdin=None):
    """Starts the program; gives the process."""
    return subprocess.Popen([args.bin, *command], stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def convert(args, *more, stdin=None):
    return run(args, "convert", "--isolated", "-q", "--no-progress", *more, stdin=stdin)


def digest(process):
    sha = hashlib.sha256()
    size = 0
    while block := process.stdout.read(1 << 20):
        sha.update(block)
        size += len(block)
    process.wait()
    return sha.hexdigest(), size


def facts(process):
    """What `check` says of each record."""
    for line in process.stdout:
        record = json.loads(line)
        if record["type"] == "record":
            yield record["format"] == "pgn", tuple(record[key] for key in ("plies", "unreplayed", "result", "verdict", "ending"))
    process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("paths", nargs="+")
    args = parser.parse_args()
    wrong = count = records = 0
    for path in files(args.paths):
        checked = ["check", "--isolated", "--no-progress", "--no-estimate", "--exit-zero", "--output-format", "ndjson"]
        before = list(facts(run(args, *checked, path)))
        for form, name in (("pgn", "x.pgn"), ("sgf", "x.sgf")):
            # What cannot be replayed is copied and need not be normal.
            whole = ["--to", form, "--on-error", "skip"]
            once = digest(convert(args, *whole, path))
            if once[1] == 0:
                continue
            count += 1
            twice = digest(convert(args, *whole, "--stdin-filename", name, "-", stdin=convert(args, *whole, path).stdout))
            if twice != once:
                wrong += 1
                print(f"WRONG {path}: the {form} of the {form} is another")
            for json_form in ("ndjson", "json"):
                first = convert(args, "--to", json_form, "--on-error", "skip", path)
                back = digest(convert(args, *whole, "-", stdin=first.stdout))
                if back != once:
                    wrong += 1
                    print(f"WRONG {path}: the {form} by way of {json_form} is another")
            normal = convert(args, "--to", form, "--on-error", "copy", path)
            after = list(facts(run(args, *checked, "--stdin-filename", name, "-", stdin=normal.stdout)))
            same_kind = [record for record in before if record[0] == (form == "pgn")]
            if after != same_kind:
                wrong += 1
                pairs = [pair for pair in itertools.zip_longest(same_kind, after) if pair[0] != pair[1]]
                print(f"WRONG {path}: {len(pairs)} of {len(same_kind)} records are other games: {pairs[0][0]} became {pairs[0][1]}")
            records += len(after)
    print(f"{'WRONG' if wrong else 'ok   '} {count} files, {records} records, {wrong} differences")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
