#!/usr/bin/env python3
"""Fix a copy of a folder of real records, and prove that nothing else happened to them.

    fix-data.py --bin target/release/jadoube ../shared/data
    fix-data.py --bin target/release/jadoube --limit 200 --kills 5 ../shared/data

All of the folder is unpacked: one copy plain, some files compressed again in each format. For the safe fixes and then for all
of them: the second run changes no byte and no time stamp, what carried a wanted fix is gone, no new kind of finding came on
any record, records without a wanted fix are the same bytes, permissions are kept. Then: a diff that `patch` applies gives what
`fix` writes, and a run that is killed leaves every file old or new. Needs `zstd`, `tar` and `patch`; else the standard library.
"""

import argparse
import bz2
import collections
import gzip
import json
import lzma
import os
import random
import shutil
import stat
import subprocess
import sys
import tempfile
import time

GAME = b"\n[Event "
wrong = 0


def say(ok, text):
    global wrong
    wrong += not ok
    print(f"{'ok   ' if ok else 'WRONG'} {text}", flush=True)


def read(path):
    """The decompressed bytes of a file."""
    with open(path, "rb") as file:
        raw = file.read()
    if path.endswith(".gz"):
        return gzip.decompress(raw)
    if path.endswith(".bz2"):
        return bz2.decompress(raw)
    if path.endswith(".xz"):
        return lzma.decompress(raw)
    if path.endswith(".zst"):
        return subprocess.run(["zstd", "-qdc"], input=raw, stdout=subprocess.PIPE, check=True).stdout
    return raw


def files(root):
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names)


def unpack(data, root, limit):
    """Everything in `data`, plain, at most so many games or files of each set, and a few files compressed again."""
    for path in files(data):
        name = os.path.join(root, os.path.relpath(path, data))
        os.makedirs(os.path.dirname(name), exist_ok=True)
        if path.endswith(".tar.zst"):
            folder = name.removesuffix(".tar.zst")
            os.makedirs(folder)
            subprocess.run(["tar", "--zstd", "-xf", path, "-C", folder], check=True)
            for extra in files(folder)[limit:] if limit else []:
                os.remove(extra)
        elif path.endswith(".pgn.zst"):
            text = read(path)
            if limit:
                at = -1
                for _ in range(limit):
                    at = text.find(GAME, at + 1)
                    if at < 0:
                        break
                text = text[: at + 1] if at >= 0 else text
            with open(name.removesuffix(".zst"), "wb") as file:
                file.write(text)
        elif not path.endswith(".md"):
            shutil.copy(path, name)
    plain = [f for f in files(root) if f.endswith((".pgn", ".sgf"))]
    small = [f for f in plain if os.path.getsize(f) < 8 << 20]
    for i, (ending, pack) in enumerate([(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)]):
        for path in small[i::7][:40] + [f for f in small if f.endswith(".pgn")]:
            with open(path, "rb") as source, open(path + ending, "wb") as target:
                target.write(pack(source.read()))
    for path in small[3::7][:40] + [f for f in small if f.endswith(".pgn")]:
        subprocess.run(["zstd", "-q", path, "-o", path + ".zst"], check=True)
    for i, path in enumerate(files(root)):
        os.chmod(path, [0o644, 0o600, 0o664, 0o755][i % 4])
        os.utime(path, (10**9, 10**9))


def check(binary, root):
    """The report on each record: (file, number) -> the object; and what is said of whole inputs."""
    command = [binary, "check", "--output-format", "ndjson", "--no-progress", "--isolated", "--exit-zero", "--no-estimate", root]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    records, inputs = {}, {}
    for line in process.stdout:
        item = json.loads(line)
        if item["type"] == "record":
            records[item["file"], item["record"]] = item
        elif item["type"] == "input":
            inputs[item["file"]] = item
    say(process.wait() in (0, 2), f"{len(records)} records checked")
    return records, inputs


def fix(binary, root, *options):
    command = [binary, "fix", "-q", "--isolated", "--no-progress", "--output-format", "concise", *options, root]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def state(root):
    return {f: (os.stat(f).st_mtime_ns, stat.S_IMODE(os.stat(f).st_mode), os.stat(f).st_size) for f in files(root)}


def names(item):
    return collections.Counter(f["name"] for f in item["findings"])


def wanted(item, grades):
    return any(f.get("fix", {}).get("grade") in grades for f in item["findings"])


def texts(records, root):
    """The bytes of each record, file by file: (file, [(number, bytes)])."""
    of_file = collections.defaultdict(list)
    for (file, number), item in records.items():
        of_file[file].append((item["offset"], number))
    for file, places in of_file.items():
        text = read(file)
        places.sort()
        ends = [offset for offset, _ in places[1:]] + [len(text)]
        # The blank lines before the next record are no part of this one.
        yield file, {number: text[offset:end].rstrip() for (offset, number), end in zip(places, ends)}


def examples(found, count=5):
    return "".join(f"\n        {e}" for e in found[:count])


def compare(before, after, old_texts, root, grades, strict):
    """Holds the reports and bytes before against those after a run."""
    say(before.keys() == after.keys(), f"the same {len(before)} records")
    left, came, facts = [], [], []
    for key, old in before.items():
        new = after.get(key)
        if new is None:
            continue
        if wanted(new, grades):
            left.append((*key, [f["name"] for f in new["findings"] if f.get("fix", {}).get("grade") in grades]))
        more = names(new) - names(old)
        if more:
            came.append((*key, dict(more)))
        if strict and any(old[k] != new[k] for k in ("plies", "unreplayed", "result", "verdict", "ending", "game", "variant")):
            facts.append((*key, [(k, old[k], new[k]) for k in ("plies", "unreplayed", "result", "verdict", "ending") if old[k] != new[k]]))
    say(not left, f"what carried a fix is gone; left on {len(left)} records{examples(left)}")
    say(not came, f"no new kind of finding; new on {len(came)} records{examples(came)}")
    if strict:
        say(not facts, f"plies, result, verdict and ending are the same; not on {len(facts)} records{examples(facts)}")
    touched, clean = [], 0
    for file, now in texts(after, root):
        for number, text in now.items():
            if not wanted(before.get((file, number), {"findings": []}), grades):
                clean += 1
                if old_texts.get((file, number)) != hash(text):
                    touched.append((file, number))
    say(clean > 0 and not touched, f"{clean} records had nothing to fix and are the same bytes; not {len(touched)}{examples(touched)}")


def idempotence(binary, root, grades, *options):
    title = " ".join(options) or "safe fixes"
    print(f"== {title}", flush=True)
    before, _ = check(binary, root)
    old_texts = {(file, n): hash(text) for file, now in texts(before, root) for n, text in now.items()}
    old_state = state(root)
    done = fix(binary, root, *options)
    say(done.returncode in (0, 1, 2) and b"panick" not in done.stderr, f"fix: exit status {done.returncode}")
    once = state(root)
    say(old_state.keys() == once.keys(), "no file came or went")
    say(all(old_state[f][1] == once[f][1] for f in once if f in old_state), "permissions are kept")
    changed = sum(old_state[f] != once[f] for f in once if f in old_state)
    say(changed > 0, f"{changed} of {len(once)} files changed")
    after, _ = check(binary, root)
    compare(before, after, old_texts, root, grades, not options)
    fix(binary, root, *options)
    twice = state(root)
    again = [f for f in twice if twice[f] != once.get(f)]
    say(not again, f"a second run changes nothing; it changed {len(again)}{examples(again)}")


def diffs(binary, sources, folder):
    """What `patch` makes of the diff is what `fix` writes."""
    print("== diff and patch", flush=True)
    for options in ([], ["--unsafe"]):
        one, two = os.path.join(folder, "patched"), os.path.join(folder, "fixed")
        for root in (one, two):
            shutil.rmtree(root, ignore_errors=True)
            for i, source in enumerate(sources):
                os.makedirs(os.path.join(root, str(i)))
                shutil.copy(source, os.path.join(root, str(i)))
        command = [binary, "fix", "-q", "--isolated", "--no-progress", "--diff", *options, "."]
        diff = subprocess.run(command, cwd=one, stdout=subprocess.PIPE).stdout
        patch = subprocess.run(["patch", "-p0", "-s", "--binary"], cwd=one, input=diff, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        say(patch.returncode == 0, f"patch takes {len(diff)} bytes of diff {patch.stdout.decode(errors='replace')[:300]}")
        fix(binary, two, *options)
        differ = []
        for path in files(two):
            other = os.path.join(one, os.path.relpath(path, two))
            if not os.path.exists(other) or read(path) != read(other):
                differ.append(path)
        say(len(diff) > 0 and not differ, f"{len(files(two))} patched files are as fixed; not {len(differ)}{examples(differ)}")


def kills(binary, sources, folder, count, seed):
    """Killed at any moment, a run leaves every file old or new."""
    print(f"== {count} kills, seed {seed}", flush=True)
    root = os.path.join(folder, "killed")
    old = {}
    for i, source in enumerate(sources):
        path = os.path.join(root, str(i), os.path.basename(source))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(source, "rb") as file:
            old[path] = file.read()

    def restore():
        for path, text in old.items():
            with open(path, "wb") as file:
                file.write(text)

    restore()
    started = time.monotonic()
    fix(binary, root)
    whole = time.monotonic() - started
    new = {path: open(path, "rb").read() for path in old}
    say(new != old, f"a run takes {whole:.2f} s and changes {sum(new[p] != old[p] for p in old)} of {len(old)} files")
    dice = random.Random(seed)
    torn, strays, midway = [], set(), 0
    for _ in range(count):
        restore()
        command = [binary, "fix", "-q", "--isolated", "--no-progress", "--output-format", "concise", root]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.uniform(0, whole * 1.05))
        process.kill()
        process.wait()
        now = {path: open(path, "rb").read() for path in old}
        torn += [path for path in old if now[path] not in (old[path], new[path])]
        midway += now != old and now != new
        strays |= set(files(root)) - old.keys()
    say(not torn, f"every file is old or new; not {len(torn)}; {midway} runs were killed midway{examples(torn)}")
    restore()
    records = len(check(binary, root)[0])
    fix(binary, root)
    now = {path: open(path, "rb").read() for path in old}
    say(now == new, f"a run beside {len(strays)} strays of killed runs gives what the first gave")
    left = set(files(root)) - old.keys()
    say(not left or records == len(check(binary, root)[0]), f"{len(left)} strays are left, and none is taken for an input")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--limit", type=int, default=0, help="games of each file and files of each set (all)")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("data")
    args = parser.parse_args()
    binary = os.path.abspath(args.bin)

    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(folder, "data")
        unpack(args.data, root, args.limit)
        sources = os.path.join(folder, "sources")
        shutil.copytree(root, sources)
        plain = [f for f in files(sources) if f.endswith((".pgn", ".sgf", ".gz", ".bz2", ".xz", ".zst"))]
        idempotence(binary, root, ("safe",))
        idempotence(binary, root, ("safe", "unsafe"), "--unsafe")
        shutil.rmtree(root)
        bare = [f for f in plain if f.endswith((".pgn", ".sgf"))]
        # A diff shows UTF-16 in UTF-8: `patch` cannot take that.
        lines = [f for f in bare if b"\0" not in read(f)[:64]]
        diffs(binary, lines[: 4 * (args.limit or 10**6)], folder)
        few = [f for f in bare if f.endswith(".pgn")] + [f for f in plain if not f.endswith((".pgn", ".sgf"))][:20]
        kills(binary, few + [f for f in bare if f.endswith(".sgf")][:: max(1, len(bare) // 60)], folder, args.kills, args.seed)
    print("all as it must be" if not wrong else f"{wrong} things are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
