#![allow(clippy::panic)]

use super::*;

fn pgn_normal(text: &str) -> Option<String> {
    match pgn(text) {
        DateReading::Malformed(u) => u.map(|u| u.date.pgn()),
        _ => None,
    }
}

fn sgf_normal(text: &str) -> Option<String> {
    match sgf(text) {
        DateReading::Malformed(u) => u.map(|u| u.date.to_string()),
        _ => None,
    }
}

#[test]
fn pgn_dates_with_unknown_digits_are_fine() {
    for text in [
        "2024.01.02",
        "????.??.??",
        "1999.??.??",
        "2024.02.29",
        "199?.??.??",
        "????.05.??",
        "2024.1?.??",
        "1500.02.29",
        "????.02.29",
    ] {
        assert!(matches!(pgn(text), DateReading::Ok(_)), "{text}");
    }
    assert_eq!(pgn("1999.??.??").value(), Some(Date { year: Some(1999), month: None, day: None }));
}

#[test]
fn pgn_dates_in_no_calendar_are_impossible() {
    for text in [
        "2023.02.30",
        "2024.04.31",
        "2023.02.29",
        "2024.13.01",
        "2024.00.10",
        "2024.01.00",
        "0000.01.01",
        "????.02.30",
        "2024.??.32",
        "1900.02.29",
        "2023/02/30",
        "2024-4-31",
    ] {
        assert!(matches!(pgn(text), DateReading::Impossible(_)), "{text}: {:?}", pgn(text));
    }
}

#[test]
fn pgn_dates_in_other_spellings_offer_the_normal_form() {
    for (text, normal) in [
        ("2024-1-2", "2024.01.02"),
        ("2024/01/02", "2024.01.02"),
        ("2024.1.2", "2024.01.02"),
        ("2024", "2024.??.??"),
        ("2024.05", "2024.05.??"),
        ("6 May 1996", "1996.05.06"),
        ("May 6, 1996", "1996.05.06"),
        ("25/12/1996", "1996.12.25"),
        ("12/25/1996", "1996.12.25"),
        ("19960506", "1996.05.06"),
        ("2018-05-10T16:19:34Z", "2018.05.10"),
        ("2024.01.02 ", "2024.01.02"),
        ("2024-??-??", "2024.??.??"),
        ("?", "????.??.??"),
        ("2024.?.?", "2024.??.??"),
        ("6. Mai 1996", "1996.05.06"),
    ] {
        assert_eq!(pgn_normal(text).as_deref(), Some(normal), "{text}");
    }
    for text in [
        "05/06/1996",
        "yesterday",
        "",
        "06.05.1996",
        "96.05.06",
        "2024.5?.01",
        "1996-05-06-07",
        "12:30",
        "May",
        "20.12",
        "20081996a",
    ] {
        assert!(matches!(pgn(text), DateReading::Malformed(None)), "{text}: {:?}", pgn(text));
    }
}

#[test]
fn sgf_lists_and_shortcuts_are_fine() {
    for text in [
        "1996-05-06",
        "1996-05",
        "1996",
        "1996-05-06,07,08",
        "1996-12-27,28,1997-01-03,04",
        "1996-05,06",
        "1996,1997",
        "1996-05-06,06-01",
        "1996-05-06,06-01,02",
        "2002-10-16,17",
    ] {
        let DateReading::Ok(list) = sgf(text) else { panic!("{text}") };
        assert_eq!(list.to_string(), text);
    }
}

#[test]
fn sgf_dates_in_no_calendar_are_impossible() {
    for text in ["1996-13-45", "2023-02-29", "1996-04-30,31", "1996-00-01", "0000", "2023/02/30", "1996年13月1日", "30/02/1996"]
    {
        assert!(matches!(sgf(text), DateReading::Impossible(_)), "{text}: {:?}", sgf(text));
    }
    let DateReading::Impossible(fault) = sgf("2023-02-29") else { panic!("a day too many") };
    assert_eq!(fault.to_string(), "February 2023 has 28 days, not 29");
}

#[test]
fn sgf_dates_in_other_spellings_offer_the_normal_form() {
    for (text, normal) in [
        ("2018/05/06", "2018-05-06"),
        ("6 May 1996", "1996-05-06"),
        ("2018-05-10T16:19:34Z", "2018-05-10"),
        ("1996年5月6日", "1996-05-06"),
        ("平成30年5月6日", "2018-05-06"),
        ("平成30年", "2018"),
        ("令和元年5月1日", "2019-05-01"),
        ("昭和60年1月2日", "1985-01-02"),
        ("民國85年5月6日", "1996-05-06"),
        ("1996년 5월 6일", "1996-05-06"),
        ("二〇一八年五月六日", "2018-05-06"),
        ("平成三十年五月", "2018-05"),
        ("２０１８年５月６日", "2018-05-06"),
        ("2017.08.22 23:36", "2017-08-22"),
        ("2016-12-29 19:49:39", "2016-12-29"),
        ("2018.04.27", "2018-04-27"),
        ("1996-05-06, 07", "1996-05-06,07"),
        ("1996-5-6", "1996-05-06"),
        ("Mon May 6 12:30:00 1996", "1996-05-06"),
        ("1996年5月6日(月)", "1996-05-06"),
        ("May 1996", "1996-05"),
        ("2018/05/06, 2018/05/07", "2018-05-06,07"),
        ("6th of May 1996", "1996-05-06"),
        ("6-May-1996", "1996-05-06"),
        ("13/05/1996", "1996-05-13"),
        ("2018-05-10T16:19:34+09:00", "2018-05-10"),
        ("1996-05-06 ", "1996-05-06"),
        ("1996/05/06,07", "1996-05-06,07"),
        ("1996年5月6日、7日", "1996-05-06,07"),
        ("1996年5月6、7日", "1996-05-06,07"),
        ("2015年3月10日 下午2:22", "2015-03-10"),
        ("2015年3月10日下午2:22", "2015-03-10"),
        ("2015-3-10 下午2:22", "2015-03-10"),
    ] {
        assert_eq!(sgf_normal(text).as_deref(), Some(normal), "{text}");
    }
    for text in [
        "05/06/1996",
        "soon",
        "",
        "平成40年",
        "5月6日",
        "1996?",
        "1996-05-06~08",
        "06-05",
        "1996,05",
        "1996-05-06,1",
        "96-05-06",
        "May 6",
    ] {
        assert!(matches!(sgf(text), DateReading::Malformed(None)), "{text}: {:?}", sgf(text));
    }
}

#[test]
fn a_lost_hour_is_said() {
    assert!(matches!(sgf("2017.08.22 23:36"), DateReading::Malformed(Some(Understood { loses: true, .. }))));
    assert!(matches!(sgf("2017.08.22"), DateReading::Malformed(Some(Understood { loses: false, .. }))));
}
