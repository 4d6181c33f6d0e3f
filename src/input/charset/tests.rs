#![allow(clippy::unwrap_used)]
use super::*;

/// The bytes of a text in a charset, if it has all its characters.
fn encode(charset: Charset, text: &str) -> Option<Vec<u8>> {
    text.chars()
        .map(|c| if c.is_ascii() { Some(c as u8) } else { (0x80..=0xFF).find(|&b| charset.char_of(b) == Some(c)) })
        .collect()
}

fn verdict(bytes: &[u8]) -> Verdict {
    let mut evidence = Evidence::new();
    evidence.feed(bytes);
    evidence.finish()
}

/// Names that the model has not been taught, by the charsets that can write them.
const NAMES: [(&str, &[Charset]); 9] = [
    (
        "Bücher Dückstein Gößling Schüßler Kühnrich Jähnig Bläß Hübner,Röbbel Klüver Häcker Löw Thüringer Meißner Grätz Höhne Döry Lörincz",
        &[Charset::Latin1, Charset::Cp437, Charset::Cp850, Charset::MacRoman, Charset::Windows1250, Charset::Cp852],
    ),
    (
        "Cédric Béatrice Jérémie Hébert Théodore Noémie Françoise Lacrosse,Benoît Gagné Bélanger Chénier Mégane Frédérique Rivière Lagrève Côté",
        &[Charset::Latin1, Charset::Cp437, Charset::Cp850, Charset::MacRoman],
    ),
    (
        "Peláez Cárdenas Jaén Avilés Cortés Murcía Antón Núria Débora Zarzuela Gallardo Albéniz Añón Quiñones Patiño Salamanca Corralón Sabrosín",
        &[Charset::Latin1, Charset::Cp437, Charset::Cp850, Charset::MacRoman],
    ),
    (
        "Hjørring Sønderborg Næstved Frederikshavn Løvås Østerås Kråkevik Smørdal Brønnøysund Håland Tønsberg Vågsøy",
        &[Charset::Latin1, Charset::Cp850, Charset::MacRoman],
    ),
    (
        "Ivanić Bošković Stefanović Đurović Radulović Vasić Čupić Žunić Tadić Pešić Mišković Mašić Jakovljević Božić Krstić Kovačić",
        &[Charset::Windows1250, Charset::Cp852, Charset::Latin2, Charset::MacCentralEurope],
    ),
    (
        "Příhoda Šrámek Kubíček Třešňák Vondráček Žemlička Řehoř Háček Štěpánek Kučera Jeřábek Doležal Zvěřina Neděla Čížek Ryšavý",
        &[Charset::Windows1250, Charset::Cp852, Charset::Latin2, Charset::MacCentralEurope],
    ),
    (
        "Grabiński Kościuk Pałka Żurek Wróblewska Jasiński Błaszczyk Gąsior Kępa Śmigielski Małecki Szczepański Koźmiński Łapiński",
        &[Charset::Windows1250, Charset::Cp852, Charset::Latin2, Charset::MacCentralEurope],
    ),
    (
        "Иванов Петрова Крамник Ботвинник Бронштейн Геллер Юрий Авербах Анатолий Карпов Чемпионат Москва Тайманов Щербаков Жуков Эльянов",
        &[Charset::Windows1251, Charset::Cp866, Charset::Koi8R, Charset::MacCyrillic],
    ),
    ("Παπαϊωάννου Κοτρωνιάς Σκέμπρης Γεωργίου Μαστροβασίλης Αθήνα Θεσσαλονίκη", &[Charset::Windows1253]),
];

#[test]
fn names_are_decoded_in_every_charset() {
    let mut wrong = Vec::new();
    for (names, charsets) in NAMES {
        for &charset in charsets {
            let names: Vec<&str> = names.split(' ').filter(|n| encode(charset, n).is_some()).collect();
            let text: String = names.iter().map(|n| format!("[White \"{n}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n")).collect();
            let bytes = encode(charset, &text).unwrap();
            let found = verdict(&bytes);
            if found.charset.decode(&bytes) != text || !found.unexplained.is_empty() {
                wrong.push(format!(
                    "{charset}: {} {}",
                    found.charset,
                    found.charset.decode(&encode(charset, &names.join(" ")).unwrap())
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One name is little to go by: how many of them are read right from nothing else is a figure to watch.
#[test]
fn most_single_names_are_decoded() {
    let (mut right, mut all) = (0, 0);
    let mut wrong = Vec::new();
    for (names, charsets) in NAMES {
        for &charset in charsets {
            for name in names.split(' ').filter(|n| !n.is_ascii()) {
                let Some(bytes) = encode(charset, name) else { continue };
                let found = verdict(&bytes);
                all += 1;
                if found.charset.decode(&bytes) == name {
                    right += 1;
                } else {
                    wrong.push(format!("{name} in {charset} read as {} {}", found.charset.decode(&bytes), found.charset));
                }
            }
        }
    }
    assert!(right * 100 >= all * 93, "{right} of {all}\n{}", wrong.join("\n"));
}

#[test]
fn names_of_east_asia_are_decoded() {
    let cases = [
        (Charset::Gb18030, encoding_rs::GBK, "丁立人 居文君 侯逸凡 卜祥志 王玥 韦奕 余泱漪 全国象棋锦标赛 北京 上海 杭州"),
        (Charset::Big5, encoding_rs::BIG5, "陳小明 林志豪 全國西洋棋錦標賽 臺北 高雄 黃冠中 張哲瑞"),
        (Charset::ShiftJis, encoding_rs::SHIFT_JIS, "羽生善治 森内俊之 全日本チェス選手権 東京 小島慎也 青嶋未来"),
        (Charset::EucJp, encoding_rs::EUC_JP, "羽生善治 森内俊之 全日本チェス選手権 東京 小島慎也 青嶋未来"),
        (Charset::EucKr, encoding_rs::EUC_KR, "김철수 이영희 박지훈 전국체스선수권대회 서울 부산 안홍진"),
    ];
    for (charset, encoding, names) in cases {
        let text: String = names.split(' ').map(|n| format!("[White \"{n}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n")).collect();
        let (bytes, _, failed) = encoding.encode(&text);
        assert!(!failed);
        let found = verdict(&bytes);
        assert_eq!((found.charset, found.unexplained.len()), (charset, 0));
        assert_eq!(found.charset.decode(&bytes), text);
    }
}

#[test]
fn ascii_and_utf8_are_utf8() {
    for (text, has_utf8) in [("", false), ("[White \"A\"] 1. e4", false), ("[White \"Müller, 李\"]", true), ("é", true)] {
        let found = verdict(text.as_bytes());
        assert_eq!((found.charset, found.has_utf8, found.foreign), (Charset::Utf8, has_utf8, 0), "{text}");
        assert_eq!(found.declaration_holds(), None);
        assert_eq!(found.charset.decode(text.as_bytes()), text);
        assert_eq!(found.first_non_ascii, text.bytes().position(|b| !b.is_ascii()).map(|at| at as u64));
    }
}

#[test]
fn files_joined_from_several_sources_keep_both() {
    let mut bytes = "[White \"Jürgen Müller\"]\n\n1. e4 *\n\n".as_bytes().to_vec();
    let first = bytes.len() as u64 + 9;
    bytes.extend_from_slice(&encode(Charset::Latin1, "[White \"Günther Möller\"]\n\n1. d4 *\n\n").unwrap());
    let found = verdict(&bytes);
    assert_eq!((found.charset, found.has_utf8, found.foreign), (Charset::Latin1, true, 2));
    assert_eq!(found.first_foreign, Some(first));
    for (line, expected) in
        bytes.split(|&b| b == b'\n').zip(["[White \"Jürgen Müller\"]", "", "1. e4 *", "", "[White \"Günther Möller\"]"])
    {
        assert_eq!(found.charset.decode(line), expected);
    }
}

#[test]
fn a_declaration_is_believed_only_if_the_text_bears_it_out() {
    let with = |declaration: &str, charset: Charset, name: &str| {
        let found = verdict(&encode(charset, &format!("{declaration}\n[White \"{name}\"]\n\n1. e4 *\n")).unwrap());
        (found.charset, found.declaration_holds(), found.declared.map(|d| (d.label, d.offset)))
    };
    let label = |l: &str, at| Some((l.to_owned(), at));
    // It settles what the text leaves open.
    assert_eq!(
        with("% encoding: windows-1250", Charset::Windows1250, "Jánoš"),
        (Charset::Windows1250, Some(true), label("windows-1250", 12))
    );
    assert_eq!(with("%encoding=cp1251", Charset::Windows1251, "Юра"), (Charset::Windows1251, Some(true), label("cp1251", 10)));
    // It is wrong.
    assert_eq!(with("% encoding: UTF-8", Charset::Latin1, "Müller"), (Charset::Latin1, Some(false), label("UTF-8", 12)));
    assert_eq!(
        with("% -*- coding: latin-1 -*-", Charset::Windows1251, "Каспаров"),
        (Charset::Windows1251, Some(false), label("latin-1", 14))
    );
    // It is unknown.
    assert_eq!(with("{charset: klingon}", Charset::Latin1, "Müller"), (Charset::Latin1, Some(false), label("klingon", 10)));
    // It says nothing against ASCII.
    assert_eq!(with("[Encoding \"latin1\"]", Charset::Latin1, "Miller"), (Charset::Utf8, Some(true), label("latin1", 11)));
    // It is none.
    assert_eq!(with("[Event \"Encoding contest\"]", Charset::Latin1, "Miller").2, None);
    assert_eq!(with("no encoding: UTF-8", Charset::Latin1, "Miller").2, None);
}

#[test]
fn bytes_that_nothing_explains_are_told_and_shown() {
    let noise = [&b"[White \""[..], &[0x81, 0xC0, 0xFF, 0xA0, 0xE1, 0x9D, 0xBF, 0xFF], b"\"]\n\n1. e4 *\n"].concat();
    let found = verdict(&noise);
    assert_eq!(found.charset, Charset::Utf8);
    assert_eq!(found.foreign, 8);
    assert_eq!(found.unexplained.len(), 7);
    assert_eq!(found.unexplained[..2], [(8, 0x81, 1), (9, 0xC0, 1)]);
    assert_eq!(found.charset.decode(&noise[..10]), "[White \"\\x81\\xC0");
    // One stray byte in an otherwise clear file.
    let mut bytes = encode(Charset::Windows1252, "[White \"Müller–Jäger, Jürgen\"] ").unwrap();
    bytes.push(0x81);
    let found = verdict(&bytes);
    assert_eq!(found.charset, Charset::Windows1252);
    assert_eq!(found.unexplained, [(31, 0x81, 1)]);
    assert!(found.charset.decode(&bytes).ends_with("] \\x81"));
}

#[test]
fn labels_are_known_in_their_spellings() {
    for charset in Charset::LEGACY.into_iter().chain(Charset::MULTIBYTE).chain([Charset::Utf8]) {
        assert_eq!(Charset::from_label(charset.name()), Some(charset));
    }
    for (label, charset) in
        [("utf8", Charset::Utf8), ("ISO_8859-1", Charset::Latin1), ("ibm437", Charset::Cp437), ("Win-1251", Charset::Windows1251)]
    {
        assert_eq!(Charset::from_label(label), Some(charset), "{label}");
    }
    assert_eq!(Charset::from_label("klingon"), None);
    assert_eq!(Charset::from_label(""), None);
}

#[test]
fn tables_agree_with_another_library() {
    use encoding_rs::{
        IBM866, ISO_8859_2, ISO_8859_15, KOI8_R, MACINTOSH, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
        WINDOWS_1257,
    };
    let pairs = [
        (Charset::Windows1250, WINDOWS_1250),
        (Charset::Windows1251, WINDOWS_1251),
        (Charset::Windows1252, WINDOWS_1252),
        (Charset::Windows1253, WINDOWS_1253),
        (Charset::Windows1254, WINDOWS_1254),
        (Charset::Windows1257, WINDOWS_1257),
        (Charset::MacRoman, MACINTOSH),
        (Charset::Cp866, IBM866),
        (Charset::Koi8R, KOI8_R),
        (Charset::Latin2, ISO_8859_2),
        (Charset::Latin9, ISO_8859_15),
    ];
    for (ours, theirs) in pairs {
        for byte in 0x80..=0xFF_u8 {
            // Theirs fills gaps with control characters, as browsers do.
            let one = [byte];
            let (text, _) = theirs.decode_without_bom_handling(&one);
            let expected =
                text.chars().next().filter(|&c| c != '\u{FFFD}' && !c.is_control() && !('\u{E000}'..'\u{F900}').contains(&c));
            assert_eq!(ours.char_of(byte), expected, "{ours} {byte:#X}");
        }
    }
}

proptest::proptest! {
    #[test]
    fn pieces_do_not_change_the_verdict(words in proptest::collection::vec("[a-zA-Zäöüéčžŕ]{0,12}", 0..40), sizes in proptest::collection::vec(1..40_usize, 1..10), legacy: bool) {
        let text = words.join(" ");
        let bytes = if legacy { encode(Charset::Windows1250, &text).unwrap() } else { text.into_bytes() };
        let mut evidence = Evidence::new();
        let (mut rest, mut turn) = (&bytes[..], 0);
        while !rest.is_empty() {
            let (piece, tail) = rest.split_at(sizes[turn % sizes.len()].min(rest.len()));
            evidence.feed(piece);
            (rest, turn) = (tail, turn + 1);
        }
        proptest::prop_assert_eq!(evidence.finish(), verdict(&bytes));
    }

    #[test]
    fn any_bytes_are_decoded(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
        let found = verdict(&bytes);
        let text = found.charset.decode(&bytes);
        proptest::prop_assert!(text.chars().count() <= bytes.len() * 4);
        let foreign: usize = bytes.utf8_chunks().map(|c| c.invalid().len()).sum();
        proptest::prop_assert_eq!(found.foreign == 0, foreign == 0);
    }
}
