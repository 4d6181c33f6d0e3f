#!/usr/bin/env python3
"""How often the true move is proposed when one move of a game is damaged by a slip of the hand.

    slips.py --bin target/release/jadoube GAMES.pgn [--games 1000] [--seed 1] [--show N]

Games are drawn at random; in each one move of the main line is damaged, by one of several kinds of slip. Kept are those in which
`check` then finds a move that is illegal, ambiguous or unreadable. A proposal counts as true when its edits give back the game as it
was, but for white space. Only the standard library is needed.
"""

import argparse
import collections
import json
import random
import re
import subprocess
import sys

WORD = re.compile(r"\b(?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8](?:=[QRBN])?|[a-h][1-8](?:=[QRBN])?|O-O-O|O-O)[+#]?")
FILES, RANKS = "abcdefgh", "12345678"


def neighbour(rng, letters, letter):
    at = letters.index(letter)
    return letters[rng.choice([i for i in (at - 1, at + 1) if 0 <= i < 8])]


def replace_at(word, at, letter):
    return word[:at] + letter + word[at + 1 :]


def square_at(word):
    found = list(re.finditer(r"[a-h][1-8]", word))
    return found[-1].start() if found else None


def rank_off(rng, words, i):
    at = square_at(words[i])
    return None if at is None else {i: replace_at(words[i], at + 1, neighbour(rng, RANKS, words[i][at + 1]))}


def file_off(rng, words, i):
    at = square_at(words[i])
    return None if at is None else {i: replace_at(words[i], at, neighbour(rng, FILES, words[i][at]))}


def other_rank(rng, words, i):
    at = square_at(words[i])
    return None if at is None else {i: replace_at(words[i], at + 1, rng.choice(RANKS))}


def other_file(rng, words, i):
    at = square_at(words[i])
    return None if at is None else {i: replace_at(words[i], at, rng.choice(FILES))}


def wrong_piece(rng, words, i):
    return {i: rng.choice("KQRBN".replace(words[i][0], "")) + words[i][1:]} if words[i][0] in "KQRBN" else None


def lost_piece(rng, words, i):
    return {i: words[i][1:]} if re.match(r"[KQRBN][a-h][1-8]", words[i]) else None


def added_piece(rng, words, i):
    return {i: rng.choice("KQRBN") + words[i]} if re.match(r"[a-h][1-8](?!=)", words[i]) else None


def swapped_letters(rng, words, i):
    at = square_at(words[i])
    return None if at is None else {i: words[i][:at] + words[i][at + 1] + words[i][at] + words[i][at + 2 :]}


def origin(rng, words, i):
    found = re.match(r"[QRBN]([a-h1-8])x?[a-h][1-8]", words[i])
    if not found:
        return None
    letters = FILES if words[i][1] in FILES else RANKS
    return {i: words[i][0] + rng.choice(["", neighbour(rng, letters, words[i][1])]) + words[i][2:]}


def castling(rng, words, i):
    if not words[i].startswith("O-O"):
        return None
    long = words[i].startswith("O-O-O")
    return {i: words[i].replace("O-O-O", "O-O") if long else words[i].replace("O-O", "O-O-O")}


def mirrored(rng, words, i):
    at = square_at(words[i])
    return None if at is None else {i: replace_at(words[i], at + 1, RANKS[7 - RANKS.index(words[i][at + 1])])}


def doubled(rng, words, i):
    return {i: words[i] + " " + words[i]}


def missing(rng, words, i):
    return {i: None}


def transposed(rng, words, i):
    j = i + rng.choice([1, 2])
    return {i: words[j], j: words[i]} if j < len(words) else None


def promotion(rng, words, i):
    if "=" not in words[i]:
        return None
    at = words[i].index("=") + 1
    return {i: replace_at(words[i], at, rng.choice("KQRBN".replace(words[i][at], "")))}


def swapped_colours(rng, words, i):
    """The whole game as it is on a board that was set up with the colours swapped."""
    return {j: re.sub(r"[1-8]", lambda m: str(9 - int(m[0])), word) for j, word in enumerate(words)}


KINDS = [rank_off, file_off, other_rank, other_file, wrong_piece, lost_piece, added_piece, swapped_letters]
KINDS += [origin, castling, mirrored, doubled, missing, transposed, promotion, swapped_colours]


def games(path):
    text = open(path, encoding="utf-8", errors="surrogateescape").read()
    starts = [m.start() for m in re.finditer(r"^\[Event ", text, re.M)]
    for start, end in zip(starts, starts[1:] + [len(text)]):
        game = text[start:end].rstrip("\n") + "\n\n"
        at = game.find("\n\n")
        moves = game[at:]
        if at > 0 and not re.search(r"[({;]", moves) and game.isascii():
            yield game, [(at + m.start(), at + m.end()) for m in WORD.finditer(moves)]


def damage(rng, drawn, kind):
    game, spans = drawn
    words = [game[a:b] for a, b in spans]
    fits = list(range(len(words)))
    rng.shuffle(fits)
    for i in fits:
        change = kind(rng, words, i)
        if not change or all(words[j] == word for j, word in change.items()):
            continue
        out = game
        for j in sorted(change, reverse=True):
            a, b = spans[j]
            if change[j] is None:
                # The blank before the word goes with it; behind a number, the one after it.
                (a, b) = (a - 1, b) if out[a - 1].isspace() else (a, b + 1)
            out = out[:a] + (change[j] or "") + out[b:]
        return game.encode(), out.encode(), f"ply {i + 1}, `{words[i]}`"
    return None


def applied(data, start, proposal):
    """The bytes of a record after the edits of a proposal; `start` is the place of the finding in it."""
    for edit in sorted(proposal["edits"], key=lambda e: e["from"], reverse=True):
        at = start + edit["from"]
        data = data[:at] + edit["text"].encode() + data[at + edit["length"] :]
    return data


def options(doc, files, **how):
    """The command line that the scripts about slips share."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(files, **how)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="print so many games whose true move is not first")
    return parser


def draw(rng, pool, kinds, count, damage):
    """Damages so many games, the kinds of slip in turn; a kind that a game has no place for gives way to the next."""
    rng.shuffle(pool)
    for number, game in enumerate(pool[:count]):
        for shift in range(len(kinds)):
            kind = kinds[(number + shift) % len(kinds)]
            done = damage(rng, game, kind)
            if done:
                yield kind.__name__, *done
                break


def unspaced(text):
    return b"".join(text.split())


def measure(binary, name, damaged, wrong, kinds, show, meaning=unspaced):
    """Checks damaged games and prints how often the true move was proposed.

    `damaged`: kind of slip, bytes before, bytes after, place for a reader. `wrong`: the names of the findings that count.
    A proposal is true if it gives the game back: if `meaning` is the same of both.
    """
    damaged = list(damaged)
    run = subprocess.run(
        [binary, "check", "--isolated", "--no-estimate", "--output-format", "ndjson", "--stdin-filename", name, "-"],
        input=b"".join(after for _, _, after, _ in damaged),
        stdout=subprocess.PIPE,
    )
    records = [json.loads(line) for line in run.stdout.decode().splitlines()]
    records = [record for record in records if record["type"] == "record"]
    if len(records) != len(damaged):
        sys.exit(f"{len(damaged)} games were written and {len(records)} read")
    table = collections.defaultdict(collections.Counter)
    shown, start = 0, 0
    for record, (kind, before, after, place) in zip(records, damaged):
        base, start = start, start + len(after)
        table[kind]["damaged"] += 1
        findings = [f for f in record["findings"] if f["name"] in wrong and "variation" not in f]
        if not findings:
            continue
        table[kind]["kept"] += 1
        finding = next((f for f in findings if f.get("proposals")), findings[0])
        proposals = finding.get("proposals", [])
        texts = [applied(after, finding["offset"] - base, proposal) for proposal in proposals]
        rank = next((i for i, text in enumerate(texts) if meaning(text) == meaning(before)), None)
        table[kind]["first"] += rank == 0
        table[kind]["three"] += rank is not None
        if rank != 0 and shown < show:
            shown += 1
            print(f"{kind}: damaged at {place}, found at ply {finding['ply']}: {finding['text']}; place {rank}")
            for proposal in proposals:
                print(f"  {proposal['title']}: {proposal['replays']} of {proposal['follow']}")
    total = collections.Counter()
    print(f"{'kind of slip':16} {'damaged':>8} {'kept':>6} {'first':>14} {'among three':>14}")
    rows = [(kind.__name__, table[kind.__name__]) for kind in kinds]
    for _, row in rows:
        total.update(row)
    for name, row in [*rows, ("all", total)]:
        kept = row["kept"] or 1
        first = f"{row['first']} ({100 * row['first'] / kept:.1f} %)"
        three = f"{row['three']} ({100 * row['three'] / kept:.1f} %)"
        print(f"{name:16} {row['damaged']:8} {row['kept']:6} {first:>14} {three:>14}")


def main():
    args = options(__doc__, "pgn").parse_args()
    pool = [game for game in games(args.pgn) if len(game[1]) >= 20]
    damaged = draw(random.Random(args.seed), pool, KINDS, args.games, damage)
    wrong = ("illegal-move", "ambiguous-move", "unreadable-move")
    measure(args.bin, "slips.pgn", damaged, wrong, KINDS, args.show)


if __name__ == "__main__":
    main()
