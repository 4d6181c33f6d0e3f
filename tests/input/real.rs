//! Real collections, where they are at hand.

use std::ops::ControlFlow;
use std::path::Path;

use jadoube::input::{Walk, visit};

#[test]
fn real_collections_are_read_and_recognised() {
    use jadoube::input::sniff::{SNIFF_HEAD, Sniff, sniff};
    use jadoube::record::Format;

    let data = Path::new("../shared/data");
    if !data.exists() {
        eprintln!("skipped: {} is not there", data.display());
        return;
    }
    let mut counts = std::collections::BTreeMap::new();
    let folders = ["pgn", "sgf", "go-formats"].map(|folder| data.join(folder));
    for input in Walk::new(folders) {
        let _ = visit(&input.unwrap(), &mut |member| {
            let mut member = member.unwrap();
            let name = member.name().to_owned();
            // The content alone must tell, without the help of the name.
            let Sniff::Record(format) = sniff(member.peek(SNIFF_HEAD), "") else { panic!("{name}") };
            *counts.entry(format).or_insert(0) += 1;
            let read = std::io::copy(&mut member, &mut std::io::sink()).unwrap();
            assert!(read > 0, "{name}");
            ControlFlow::Continue(())
        });
    }
    let expected = [(Format::Pgn, 3), (Format::Sgf, 4450), (Format::Gib, 2), (Format::Ngf, 2), (Format::Ugf, 1)];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
}
