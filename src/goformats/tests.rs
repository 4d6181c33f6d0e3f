#![allow(clippy::unwrap_used)]

use super::*;
use crate::finding::Span;
use crate::go::{Color, Point};
use crate::input::charset::Charset;
use crate::record::{GoActionKind, GoRecord};

fn game(format: Format, bytes: &[u8]) -> Game {
    read(&RawRecord { format, bytes, charset: Charset::default() }).unwrap()
}

fn info<'g>(game: &'g Game, property: &str) -> &'g str {
    game.info(property).map_or("", |i| i.text.as_str())
}

fn at(column: u8, row: u8) -> Point {
    Point { column, row }
}

/// The bytes of a sample of a real server, if the samples are here.
fn sample(name: &str) -> Option<Vec<u8>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/go-formats").join(name);
    let bytes = std::fs::read(path).ok();
    if bytes.is_none() {
        eprintln!("skipped: the sample {name} is not here");
    }
    bytes
}

const GIB: &str = "\\HS\n\\[GIBOKIND=Global\\]\n\\[GAMEBLACKNAME=Alpha (7D)\\]\n\\[GAMEWHITENAME=Beta (Q) (9P)\\]\n\\[GAMETIME=Time limit\n20 minutes\\]\n\
    \\[GAMEINFOMAIN=GBKIND:3,GTYPE:1,GCDT:3,GTIME:1200-30-3,GRLT:0,ZIPSU:125,DUM:0,GONGJE:65,TCNT:4,AUSZ:0\\]\n\
    \\[GAMETAG=S1,R3,D5,G65,W0,Z125,T30-3-1200,C2016:03:26:17:29,I:beta,L:8,M:alpha,N:3\\]\n\\HE\n\\GS\n2 1 0\n5 0 &4\nINI 0 1 3 &4 hello\n\
    STO 0 2 2 15 15\nSTO 0 3 1 13 16 \nSKI 0 4\nSTO 0 5 1 0 18\n\\GE\n";

#[test]
fn gib_by_its_codes() {
    let game = game(Format::Gib, GIB.as_bytes());
    assert_eq!(game.faults, []);
    let expected = [
        ("PB", "Alpha"),
        ("BR", "7d"),
        ("PW", "Beta (Q)"),
        ("WR", "9p"),
        ("TM", "1200"),
        ("OT", "3x30 byo-yomi"),
        ("DT", "2016-03-26"),
        ("HA", "3"),
        ("KM", "6.5"),
        ("RE", "B+12.5"),
    ];
    for (property, value) in expected {
        assert_eq!(info(&game, property), value, "{property}");
    }
    assert_eq!(game.plies(), 4);
    let third = game.nodes[0].actions[2].kind;
    assert_eq!(third, GoActionKind::SetUp(Some(Color::Black), at(3, 3)), "the third stone stands on the upper left");
    assert_eq!(game.nodes[0].comment, "hello");
    assert_eq!(game.nodes[1].actions[0].kind, GoActionKind::Play(Color::White, at(15, 15)));
    assert_eq!(game.nodes[3].actions[0].kind, GoActionKind::Pass(Color::White), "the pass is of the side whose turn it is");
    assert_eq!(game.nodes[4].span.of(GIB.as_bytes()), b"STO 0 5 1 0 18");
}

#[test]
fn gib_results() {
    for (code, result) in [(1, "W+12.5"), (3, "B+R"), (4, "W+R"), (7, "B+T"), (8, "W+T"), (255, "?"), (2, "0")] {
        let text = GIB.replace("GRLT:0", &format!("GRLT:{code}"));
        assert_eq!(info(&game(Format::Gib, text.as_bytes()), "RE"), result);
    }
    let unknown = game(Format::Gib, GIB.replace("GRLT:0", "GRLT:77").as_bytes());
    assert_eq!(unknown.faults.iter().map(|f| f.kind).collect::<Vec<_>>(), [FaultKind::Result]);
    // Without codes, the words count.
    let words = "\\HS\n\\[GAMERESULT=白11目胜\\]\n\\[GAMEDATE=2012年11月22日 下午 6:3\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n";
    let game = game(Format::Gib, words.as_bytes());
    assert_eq!((info(&game, "RE"), info(&game, "DT")), ("W+11", "2012-11-22"));
}

#[test]
fn gib_faults_have_their_places() {
    for (from, to, kind) in [
        ("STO 0 3 1 13 16 ", "STO 0 3 1 x 16", FaultKind::Move),
        ("STO 0 3 1 13 16 ", "STO 0 7 1 13 16", FaultKind::Value),
        ("\\GE\n", "", FaultKind::Open),
        ("\\GE\n", "\\GE\nmore\n", FaultKind::Behind),
        ("\\HS\n", "junk\n\\HS\n", FaultKind::Before),
        ("5 0 &4", "9 0 &4", FaultKind::Value),
        ("SKI 0 4\n", "SKI 0 4\nFOO 1 2\n", FaultKind::Unknown),
        ("INI 0 1 3 &4 hello", "INI 0 1 12 &4", FaultKind::Handicap),
        ("C2016:03:26", "C2016:02:31", FaultKind::Date),
    ] {
        let text = GIB.replace(from, to);
        let game = game(Format::Gib, text.as_bytes());
        assert!(game.faults.iter().any(|f| f.kind == kind), "{from:?} {:?}", game.faults);
        let plies = if kind == FaultKind::Unknown { 4 } else { game.plies() };
        assert_eq!(plies, 4, "no move is lost");
    }
    let off = GIB.replace("STO 0 5 1 0 18", "STO 0 5 1 0 19");
    assert_eq!(game(Format::Gib, off.as_bytes()).nodes[4].actions[0].kind, GoActionKind::PlayOffBoard(Color::Black, 0, 19));
}

const NGF: &str = "Rated game\n19\nwht001      7D*\nblk001      5D*\nwww.cyberoro.com\n3\n0\n6\n20170316 [09:51]\n5\nWhite wins by  resign!\n4\n\
    PMABWQRRQ\nPMACBEEEE\nPMADWAAAA\nPMAEBTTTT\n";

#[test]
fn ngf_by_its_lines() {
    let game = game(Format::Ngf, NGF.as_bytes());
    assert_eq!(game.faults, []);
    let expected = [
        ("GN", "Rated game"),
        ("PW", "wht001"),
        ("WR", "7d"),
        ("PB", "blk001"),
        ("BR", "5d"),
        ("PC", "www.cyberoro.com"),
        ("HA", "3"),
        ("KM", "6"),
        ("DT", "2017-03-16"),
        ("TM", "300"),
        ("RE", "W+R"),
    ];
    for (property, value) in expected {
        assert_eq!(info(&game, property), value, "{property}");
    }
    assert_eq!(game.plies(), 4);
    assert_eq!(game.nodes[1].actions[0].kind, GoActionKind::Play(Color::White, at(15, 16)));
    assert_eq!(game.nodes[3].actions[0].kind, GoActionKind::Pass(Color::White));
    assert_eq!(game.nodes[4].actions[0].kind, GoActionKind::Play(Color::Black, at(18, 18)));
    let even = super::read(&RawRecord {
        format: Format::Ngf,
        bytes: NGF.replace("\n3\n0\n6\n", "\n0\n0\n6\n").as_bytes(),
        charset: Charset::default(),
    });
    assert_eq!(info(&even.unwrap(), "KM"), "6.5", "the half point of an even game is not written");
}

#[test]
fn ngf_results_in_words() {
    for (words, result) in [
        ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
        ("White loses on time ", "B+T"),
        ("White 19Win  >> White(83):Black(64)", "W+19"),
        ("Progressing!", "?"),
        ("흑 1.5집 승", "B+1.5"),
        ("白5.5目勝ち!", "W+5.5"),
        ("黒中押し勝ち!", "B+R"),
        ("197手完、黒中押し勝ち", "B+R"),
        ("232手完、黒2目半勝ち", "B+2.5"),
        ("黒5.5目勝！ >> 白(64):黒(76)", "B+5.5"),
        ("白時間切れ勝ち！", "W+T"),
        ("Black wins by 1win >> White(58):Black(59)", "B+1"),
    ] {
        let game = game(Format::Ngf, NGF.replace("White wins by  resign!", words).as_bytes());
        assert_eq!((info(&game, "RE"), game.faults.as_slice()), (result, &[][..]), "{words}");
    }
}

#[test]
fn ngf_faults_have_their_places() {
    for (from, to, kind) in [
        ("PMACBEEEE", "PMACXEEEE", FaultKind::Move),
        ("PMACBEEEE", "PMACBEEFE", FaultKind::Value),
        ("PMACBEEEE", "PMAXBEEEE", FaultKind::Value),
        ("\n19\n", "\nx\n", FaultKind::Size),
        ("\n4\nPM", "\n40\nPM", FaultKind::Value),
        ("20170316", "20170231", FaultKind::Date),
        ("White wins by  resign!", "who knows", FaultKind::Result),
        ("PMADWAAAA\n", "PMADWAAAA\nXX\n", FaultKind::Unknown),
    ] {
        let text = NGF.replace(from, to);
        let game = game(Format::Ngf, text.as_bytes());
        assert!(game.faults.iter().any(|f| f.kind == kind && f.span.end as usize <= text.len()), "{from:?}: {:?}", game.faults);
        assert_eq!(game.plies(), 4, "no move is lost");
    }
}

const UGF: &str = "[Header]\nLang=SJIS\nTitle=2019,Cup,\nDate=2019/03/08,22:09:00,2019/03/09,07:16:59\nRule=JPN\nSize=19\nHdcp=2,0.50\nWinner=B,7.50\n\
    CoordinateType=IGS\nPlayerB=one,7d,,x@example.org\nPlayerW=two,8d\nPtime=A;30;10;25,A;30;10;25,0,0\n[Data]\nPD,B1,0,0\nDP,B1,0,0\nQP,W1,1,5\nDC,B1,2,0\nYA,W1,3,0\n\
    [Figure]\n.Text,1\nA good move\nand more\n.#,6,16,E\n.EndText\n.Fig,2,1,1,19,19,Diagram 1,1,0\nDD,B1,0,0\nPD,W1,0,0\nCC,W1,1,0\nCD,B1,2,0\n.Text\nso\n.EndText\n.EndFig\n\
    [ReviewNode]\nNODE,1,0,0,0\nNODE,2,2,17,16\nNODE,3,1,10,10\n";

#[test]
fn ugf_with_figures_and_a_review() {
    let game = game(Format::Ugf, UGF.as_bytes());
    assert_eq!(game.faults, []);
    let expected = [
        ("EV", "2019, Cup"),
        ("DT", "2019-03-08,09"),
        ("RU", "Japanese"),
        ("HA", "2"),
        ("KM", "0.5"),
        ("RE", "B+7.5"),
        ("PB", "one"),
        ("BR", "7d"),
        ("PW", "two"),
        ("WR", "8d"),
        ("TM", "1800"),
    ];
    for (property, value) in expected {
        assert_eq!(info(&game, property), value, "{property}");
    }
    assert_eq!(game.plies(), 3);
    assert_eq!(game.nodes[0].actions[0].kind, GoActionKind::SetUp(Some(Color::Black), at(15, 15)), "rows count from the bottom");
    assert_eq!(game.nodes[1].actions[0].kind, GoActionKind::Play(Color::White, at(16, 3)));
    assert_eq!(game.nodes[1].seconds, Some(5));
    assert_eq!(game.nodes[3].actions[0].kind, GoActionKind::Pass(Color::White));
    assert_eq!(game.nodes[1].comment, "A good move\nand more");
    assert_eq!(game.nodes[1].labels, [(at(5, 3), "E".to_owned())]);
    // The diagram is a variation of the root with a position of its own.
    let figure = &game.nodes[4];
    assert_eq!((figure.parent, figure.name.as_str()), (Some(0), "Diagram 1"));
    let kinds: Vec<_> = figure.actions.iter().map(|a| a.kind).collect();
    assert!(kinds.contains(&GoActionKind::SetUp(None, at(3, 3))), "the handicap stone at D4 is taken off");
    assert!(kinds.contains(&GoActionKind::SetUp(Some(Color::White), at(15, 15))), "another stone stands in its place");
    assert_eq!(game.nodes[6].comment, "so");
    assert_eq!(game.nodes[6].parent, Some(5));
    // The review leaves the game behind move 1.
    assert_eq!((game.nodes[7].parent, game.nodes[7].actions[0].kind), (Some(1), GoActionKind::Play(Color::Black, at(9, 9))));
}

#[test]
fn ugf_results_and_faults() {
    for (winner, result) in [
        ("W,C", "W+R"),
        ("B,", "B+"),
        ("B,F2", "B+F"),
        ("W,T", "W+T"),
        ("D,", "0"),
        ("N1,E", "Void"),
        ("A,", "Void"),
        ("P,", "?"),
        ("W,10.50", "W+10.5"),
    ] {
        assert_eq!(info(&game(Format::Ugf, UGF.replace("B,7.50", winner).as_bytes()), "RE"), result, "{winner}");
    }
    for (from, to, kind) in [
        ("B,7.50", "O,", FaultKind::Result),
        ("B,7.50", "X,9", FaultKind::Result),
        ("QP,W1,1,5", "Q?,W1,1,5", FaultKind::Move),
        ("DC,B1,2,0", "DC,B1,9,0", FaultKind::Value),
        ("Size=19", "Size=x", FaultKind::Size),
        ("[Header]", "junk\n[Header]", FaultKind::Before),
        (".EndFig\n", "", FaultKind::Open),
        (".Text,1", ".Text,77", FaultKind::Value),
        ("[Data]", "[Foo]\nx\n[Data]", FaultKind::Unknown),
        ("2019/03/08", "2019/02/30", FaultKind::Date),
        ("Hdcp=2,0.50", "Hdcp=2", FaultKind::Value),
    ] {
        let game = game(Format::Ugf, UGF.replace(from, to).as_bytes());
        assert!(game.faults.iter().any(|f| f.kind == kind), "{from:?}: {:?}", game.faults);
        assert_eq!(game.plies(), 3, "no move is lost: {from}");
    }
    assert_eq!(info(&game(Format::Ugf, UGF.replace("A;30;10;25,A", "N;30;10;25,N").as_bytes()), "TM"), "", "no clock");
    let utf8 = UGF.replace("Title=2019,Cup,", "Title=第三期,名人戦,");
    let game = game(Format::Ugf, utf8.as_bytes());
    assert_eq!(info(&game, "EV"), "第三期, 名人戦");
    assert_eq!(game.faults.iter().map(|f| f.kind).collect::<Vec<_>>(), [FaultKind::Charset]);
}

#[test]
fn samples_of_the_servers() {
    let check = |name: &str, format, plies: usize, charset: &str, values: &[(&str, &str)]| {
        let Some(bytes) = sample(name) else { return };
        let game = game(format, &bytes);
        assert_eq!(game.faults, [], "{name}");
        assert_eq!((game.plies(), game.charset.name()), (plies, charset), "{name}");
        for (property, value) in values {
            assert_eq!(info(&game, property), *value, "{name} {property}");
        }
    };
    check(
        "utf8.gib",
        Format::Gib,
        118,
        "UTF-8",
        &[
            ("HA", "3"),
            ("PB", "black"),
            ("BR", "15k"),
            ("PW", "whiteone"),
            ("WR", "10k"),
            ("DT", "2016-03-26"),
            ("TM", "1200"),
            ("RE", "?"),
        ],
    );
    check(
        "gb2312.gib",
        Format::Gib,
        268,
        "gb18030",
        &[
            ("HA", "5"),
            ("PB", "黑方棋手"),
            ("BR", "2d"),
            ("WR", "3d"),
            ("DT", "2012-11-22"),
            ("RE", "W+11"),
            ("PC", "弈道TYGEM对弈"),
        ],
    );
    check(
        "gb2312.ngf",
        Format::Ngf,
        211,
        "gb18030",
        &[
            ("GN", "韩国十段战"),
            ("PW", "朴承华"),
            ("WR", "1d"),
            ("PB", "李载雄"),
            ("BR", "5d"),
            ("DT", "2006-09-05"),
            ("KM", "6.5"),
        ],
    );
    check("handicap2.ngf", Format::Ngf, 189, "UTF-8", &[("HA", "2"), ("RE", "W+R"), ("DT", "2017-03-16")]);
    check(
        "amateur.ugf",
        Format::Ugf,
        254,
        "Shift_JIS",
        &[("PB", "blackone"), ("WR", "8d"), ("RE", "B+7.5"), ("KM", "-5.5"), ("DT", "2019-03-08,09"), ("RU", "Japanese")],
    );
}

#[test]
fn the_neutral_record_has_the_same_nodes() {
    let game = game(Format::Ugf, UGF.as_bytes());
    let mut record = GoRecord::default();
    game.fill(&mut record);
    assert_eq!((record.width, record.height, record.nodes.len()), (19, 19, game.nodes.len()));
    for (index, node) in game.nodes.iter().enumerate() {
        assert_eq!(record.actions_of(index), node.actions.as_slice());
        assert_eq!(record.nodes[index].parent, node.parent.unwrap_or(u32::MAX));
    }
    assert_eq!(record.result.unwrap().text, "B+7.5");
}

#[test]
fn one_cause_is_one_fault() {
    let text = GIB.replace("\\GE\n", "\\GE\nmore\nand more\nstill more\n");
    let faults = game(Format::Gib, text.as_bytes()).faults;
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].span.of(text.as_bytes()), b"more\nand more\nstill more");
}

/// Cut at every byte and damaged at every byte: never a panic, and every place lies in the text.
#[test]
fn damage_does_no_harm() {
    for (format, text) in [(Format::Gib, GIB), (Format::Ngf, NGF), (Format::Ugf, UGF)] {
        let mut texts = vec![text.as_bytes().to_vec()];
        for name in ["utf8.gib", "gb2312.ngf", "amateur.ugf"] {
            texts.extend(sample(name).filter(|_| name.ends_with(format.name())).map(|mut bytes| {
                bytes.truncate(1500);
                bytes
            }));
        }
        for bytes in texts {
            for cut in 0..bytes.len() {
                sound(&game(format, &bytes[..cut]), cut);
                for flip in [0x01, 0x20, 0x80, 0xff] {
                    let mut damaged = bytes.clone();
                    damaged[cut] ^= flip;
                    sound(&game(format, &damaged), damaged.len());
                }
            }
        }
    }
}

fn sound(game: &Game, length: usize) {
    let inside = |span: Span| span.start <= span.end && span.end as usize <= length;
    assert!(game.faults.iter().all(|f| inside(f.span)), "{:?}", game.faults);
    assert!(game.info.iter().all(|i| inside(i.span)));
    for (index, node) in game.nodes.iter().enumerate() {
        assert!(inside(node.span));
        assert!(node.parent.map_or(index == 0, |p| (p as usize) < index));
    }
}
