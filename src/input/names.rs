//! Which names in a folder or an archive look like records.

/// Extensions of records.
const RECORDS: [&str; 6] = ["pgn", "sgf", "gib", "ngf", "ugf", "ugi"];
/// Extensions of games in JSON, which only conversion reads.
const JSON: [&str; 2] = ["json", "ndjson"];
/// Extensions of compressed files.
const COMPRESSED: [&str; 5] = ["zst", "zstd", "gz", "bz2", "xz"];
/// Extensions of archives.
const ARCHIVES: [&str; 7] = ["zip", "tar", "tgz", "tbz", "tbz2", "txz", "tzst"];

/// Whether a file of that name is read when a folder or an archive is searched: `x.pgn`, `x.sgf.gz`, `x.tar.zst`, `x.zip`,
/// and compressed files that do not say what they hold (`games.zst`), but not those that say something else (`log.txt.gz`).
pub fn is_record_name(name: &str) -> bool {
    let (stem, extension) = split(base(name));
    if any(&RECORDS, extension) || any(&ARCHIVES, extension) {
        return true;
    }
    any(&COMPRESSED, extension) && {
        let (_, inner) = split(stem);
        inner.is_empty() || is_record_name(stem) || inner.bytes().all(|b| b.is_ascii_digit())
    }
}

/// Whether a file of that name may hold games in JSON, compressed or not.
pub(crate) fn is_json_name(name: &str) -> bool {
    any(&JSON, format_extension(name))
}

/// Whether the name is that of an archive, compressed or not.
pub fn is_archive_name(name: &str) -> bool {
    let (stem, extension) = split(base(name));
    any(&ARCHIVES, extension) || any(&COMPRESSED, extension) && any(&ARCHIVES, split(stem).1)
}

/// Whether the file, or a folder it lies in, is hidden: such are not searched.
pub(crate) fn is_hidden(name: &str) -> bool {
    name.split(['/', '\\']).any(|part| part.starts_with('.') && part != "." && part != ".." || part == "__MACOSX")
}

/// The last part of a path, also of a member's (`a.zip!b/c.pgn`).
pub(crate) fn base(name: &str) -> &str {
    name.rsplit(['/', '\\', '!']).next().unwrap_or(name)
}

/// A name and its extension, which is empty if there is none.
pub(crate) fn split(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    }
}

/// The extension that tells the format: that of the name with those of compression taken off.
pub(crate) fn format_extension(name: &str) -> &str {
    let (mut stem, mut extension) = split(base(name));
    while any(&COMPRESSED, extension) {
        (stem, extension) = split(stem);
    }
    extension
}

fn any(list: &[&str], extension: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(extension))
}
