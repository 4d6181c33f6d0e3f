#!/usr/bin/env python3
"""Compare the moves of normalized games with those that python-chess writes.

    same-san.py --bin target/release/jadoube [--games 5000] games.pgn

Needs the package `chess`, which is under the GPL: it is run beside the program and no part of it.
"""

import argparse
import io
import subprocess
import sys

import chess.pgn


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("file")
    args = parser.parse_args()
    command = [args.bin, "convert", "--isolated", "-q", "--no-progress", "--no-comments", "--no-variations", "--no-nags"]
    command += ["--no-clocks", "--no-evaluations"]
    process = subprocess.Popen([*command, args.file], stdout=subprocess.PIPE, encoding="utf-8")
    games = plies = wrong = 0
    text = []
    for line in process.stdout:
        text.append(line)
        # A game is its tags, a blank line, its movetext, a blank line.
        if line != "\n" or text.count("\n") < 2:
            continue
        words = "".join(text[text.index("\n") :]).split()
        ours = [word for word in words[:-1] if not word.rstrip(".").isdigit()]
        game = chess.pgn.read_game(io.StringIO("".join(text)))
        board, theirs = game.board(), []
        for move in game.mainline_moves():
            theirs.append(board.san(move))
            board.push(move)
        if game.errors or ours != theirs:
            wrong += 1
            print(f"WRONG game {games + 1}: {game.errors or [pair for pair in zip(ours, theirs) if pair[0] != pair[1]][:3]}")
        games += 1
        plies += len(ours)
        text = []
        if games == args.games:
            break
    process.stdout.close()
    process.wait()
    print(f"{'WRONG' if wrong else 'ok   '} {games} games, {plies} moves, {wrong} games with another spelling")
    return 1 if wrong or games == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
