#!/usr/bin/env python3
"""How often the true move is proposed when one move of a Go game is damaged by a slip of the hand.

    go-slips.py --bin target/release/jadoube FOLDER... [--games 1000] [--seed 1] [--show N]

SGF files without variations are drawn at random; in each one move is damaged, by one of several kinds of slip. Kept are those in which
`check` then finds an illegal move. A proposal counts as true when its edits give back the file as it was, but for white space and
the place of handicap stones. A stone on a wrong point is legal as a rule and shows only when a later stone falls on it or on what it took, so few are kept.
Only the standard library is needed.
"""

import pathlib
import random
import re

from slips import draw, measure, options, unspaced

MOVE = re.compile(rb";\s*([BW])\[([a-s])([a-s])\]")
LETTERS = "abcdefghijklmnopqrs"


class Game:
    """A game without variations: its bytes, and the nodes that are moves."""

    def __init__(self, text):
        self.text = text
        self.moves = [(m[1].decode(), m[2].decode(), m[3].decode()) for m in MOVE.finditer(text)]
        self.spans = [m.span() for m in MOVE.finditer(text)]

    def with_moves(self, changes):
        """The bytes with some moves written anew; each is a list of moves, so that one can be left out or doubled."""
        out = self.text
        for i in sorted(changes, reverse=True):
            start, end = self.spans[i]
            out = out[:start] + b"".join(b";%s[%s%s]" % tuple(p.encode() for p in move) for move in changes[i]) + out[end:]
        return out


def other(rng, letter, choice):
    return rng.choice([c for c in choice if c != letter])


def near(rng, letter):
    at = LETTERS.index(letter)
    return LETTERS[rng.choice([i for i in (at - 1, at + 1) if 0 <= i < len(LETTERS)])]


def mirror(letter):
    return LETTERS[-1 - LETTERS.index(letter)]


def column_off(rng, moves, i):
    color, column, row = moves[i]
    return {i: [(color, near(rng, column), row)]}


def row_off(rng, moves, i):
    color, column, row = moves[i]
    return {i: [(color, column, near(rng, row))]}


def letter_i(rng, moves, i):
    """Boards name the columns without I, so that J is taken for the tenth."""
    color, column, row = moves[i]
    return {i: [(color, chr(ord(column) + 1), row)]} if column >= "i" else None


def wrong_letter(rng, moves, i):
    color, column, row = moves[i]
    if rng.random() < 0.5:
        return {i: [(color, other(rng, column, LETTERS + "t"), row)]}
    return {i: [(color, column, other(rng, row, LETTERS + "t"))]}


def swapped(rng, moves, i):
    color, column, row = moves[i]
    return {i: [(color, row, column)]} if row != column else None


def mirrored(rng, moves, i):
    color, column, row = moves[i]
    return {i: [(color, mirror(column), row) if rng.random() < 0.5 else (color, column, mirror(row))]}


def turned(rng, moves, i):
    color, column, row = moves[i]
    return {i: [(color, mirror(column), mirror(row))]}


def doubled(rng, moves, i):
    return {i: [moves[i], moves[i]]}


def doubled_pair(rng, moves, i):
    return {i: [moves[i], moves[i + 1]], i + 1: [moves[i], moves[i + 1]]} if i + 1 < len(moves) else None


def missing(rng, moves, i):
    return {i: []}


def transposed(rng, moves, i):
    j = i + rng.choice([1, 2])
    if j >= len(moves):
        return None
    (a, *first), (b, *second) = moves[i], moves[j]
    return {i: [(a, *second)], j: [(b, *first)]}


def other_colour(rng, moves, i):
    color, column, row = moves[i]
    return {i: [("W" if color == "B" else "B", column, row)]}


def skipped_i(rng, moves, i):
    """The whole game written with columns named as on a board, without I."""
    return {i: [(c, chr(ord(x) + 1), y)] for i, (c, x, y) in enumerate(moves) if x >= "i"}


def lost_handicap(rng, moves, i):
    return None


KINDS = [column_off, row_off, letter_i, wrong_letter, swapped, mirrored, turned, doubled, doubled_pair, missing, transposed]
KINDS += [other_colour, skipped_i, lost_handicap]


def damage(rng, game, kind):
    if kind is lost_handicap:
        if not re.search(rb"HA\[[2-9]\]", game.text):
            return None
        out, count = re.subn(rb"AB(\s*\[[a-s]{2}\])+", b"", game.text, count=1)
        return (game.text, out, "the handicap stones") if count else None
    if kind is skipped_i and re.search(rb"[AT][BW]\s*\[", game.text):
        return None
    fits = list(range(len(game.moves)))
    rng.shuffle(fits)
    for i in fits:
        changes = kind(rng, game.moves, i)
        if changes:
            name = "%s[%s%s]" % game.moves[i]
            return game.text, game.with_moves(changes), f"ply {i + 1}, `{name}`"
    return None


def meaning(text):
    """The bytes without white space, the handicap stones at the end and in order."""
    text = unspaced(text)
    stones = re.search(rb"AB((?:\[[a-s]{2}\])+)", text)
    return text.replace(stones[0], b"", 1) + b"".join(sorted(re.findall(rb"\[..\]", stones[1]))) if stones else text


def games(folders):
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.sgf")):
            text = path.read_bytes().rstrip() + b"\n"
            plain = re.sub(rb"\\.", b"", text)
            if plain.count(b"(;") == 1 and re.search(rb"SZ\[19\]", plain):
                game = Game(text)
                if len(game.moves) >= 20 and len(game.moves) == len(re.findall(rb";\s*[BW]\[[^\]]", plain)):
                    yield game


def main():
    args = options(__doc__, "folders", nargs="+").parse_args()
    damaged = draw(random.Random(args.seed), list(games(args.folders)), KINDS, args.games, damage)
    wrong = ("occupied-point", "suicide", "ko-violation", "off-board-move")
    measure(args.bin, "slips.sgf", damaged, wrong, KINDS, args.show, meaning)


if __name__ == "__main__":
    main()
