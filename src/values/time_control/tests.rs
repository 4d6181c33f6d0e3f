#![allow(clippy::panic)]

use super::*;

#[test]
fn the_standard_grammar_is_read_and_written_as_it_stands() {
    for text in [
        "?",
        "-",
        "40/9000",
        "300",
        "4500+60",
        "*180",
        "40/9000:3600",
        "40/7200:20/3600:900+30",
        "0+1",
        "1/259200",
        "40/5400+30:1800+30",
        "10+0.1",
        "0.5+0.05",
        "40/60",
    ] {
        let reading = TimeControl::read(text);
        let Reading::Standard(control) = &reading else { panic!("{text}: {reading:?}") };
        assert_eq!(control.to_string(), text);
    }
}

#[test]
fn an_increment_of_nothing_is_none() {
    let Reading::Standard(control) = TimeControl::read("300+0") else { panic!("300+0 is by the standard") };
    assert_eq!(control.periods, [Period::Timed { moves: None, time: 300_000, bonus: Bonus::None }]);
    assert_eq!(control.to_string(), "300");
}

#[test]
fn other_spellings_with_one_meaning_have_a_normal_form() {
    for (text, normal) in [
        ("90 minutes for 40 moves", "40/5400"),
        ("40 moves in 90 minutes", "40/5400"),
        ("40 moves in 2 hours, then 20 moves in 1 hour, then 30 minutes", "40/7200:20/3600:1800"),
        ("300 + 3", "300+3"),
        ("90'+30\"", "5400+30"),
        ("90’ + 30’’", "5400+30"),
        ("90 min + 30 s", "5400+30"),
        ("90min+30sec/move", "5400+30"),
        ("3 min + 2 sec", "180+2"),
        ("5 min", "300"),
        ("5 minutes", "300"),
        ("1h30m", "5400"),
        ("2 h", "7200"),
        ("1 h 30", "5400"),
        ("15|10", "900+10"),
        ("G/90", "5400"),
        ("G/90;+30", "5400+30"),
        ("G/30;d5", "1800d5"),
        ("G/30 d5", "1800d5"),
        ("Game/30", "1800"),
        ("game in 30 minutes", "1800"),
        ("40/90, SD/30; d5", "40/5400d5:1800d5"),
        ("40/2h, 20/1h, SD/30m", "40/7200:20/3600:1800"),
        ("40/90 min, G/30 min", "40/5400:1800"),
        ("90 min/40 moves + 30 min + 30 sec/move from move 1", "40/5400+30:1800+30"),
        ("90 min, 30 sec increment", "5400+30"),
        ("25 min, 10 seconds increment per move", "1500+10"),
        ("5 min, 3 sec delay", "300d3"),
        ("3 days/move", "1/259200"),
        ("1 day per move", "1/86400"),
        ("10 days / 10 moves", "10/864000"),
        ("30 days for 10 moves", "10/2592000"),
        ("hourglass 3 min", "*180"),
        ("3 minutes hourglass", "*180"),
        ("unlimited", "-"),
        ("inf", "-"),
        ("unknown", "?"),
        ("10.5 s", "10.5"),
    ] {
        let reading = TimeControl::read(text);
        let Reading::Understood(control) = &reading else { panic!("{text}: {reading:?}") };
        assert_eq!(control.to_string(), normal, "{text}");
        assert_eq!(control.is_standard(), !normal.contains('d'), "{text}");
    }
}

#[test]
fn what_must_be_guessed_is_not_read() {
    for text in [
        "",
        "blitz",
        "Rapid 15+10",
        "40/",
        "/40",
        "0",
        "0+0",
        "0/300",
        "40/90, 30+30",
        "*0",
        "*",
        "?:300",
        "300:-",
        "300:",
        ":300",
        "90+30s",
        "5 3",
        "300++3",
        "300+",
        "+3",
        "1.5.2",
        "see regulations",
        "min",
        "moves",
        "40 moves",
        "99999999999999",
        "3d",
        "G/",
    ] {
        assert_eq!(TimeControl::read(text), Reading::Unreadable, "{text}");
    }
}

#[test]
fn no_text_stops_the_reader() {
    let pieces = [
        "40",
        "/",
        " ",
        "moves",
        "min",
        "+",
        ":",
        "d",
        "5",
        "|",
        "'",
        "per",
        "then",
        "*",
        "g",
        "9999999999",
        "h",
        "increment",
        "delay",
        ",",
    ];
    // Every sequence of three pieces, and of five over a stride: none may panic.
    for a in 0..pieces.len() {
        for b in 0..pieces.len() {
            for c in 0..pieces.len() {
                let _ = TimeControl::read(&[pieces[a], pieces[b], pieces[c]].concat());
                let _ =
                    TimeControl::read(&[pieces[c], pieces[a], pieces[b], pieces[(a + b) % 20], pieces[(b + c) % 20]].join(" "));
            }
        }
    }
}
