//! Where bytes come from: files, folders, standard input, compressed files and archives.
