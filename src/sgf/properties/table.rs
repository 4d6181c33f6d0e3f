//! The rows.

use super::Kind::{
    Application, Color, Double, Figure, Labels, Letters, Move as Played, None as Nothing, Number, PointPairs, Points,
    PointsOrNone, Real, SimpleText, Size, Stones, Text,
};
use super::Place::{Annotation, Any, Info, Move, Root, SetUp};
use super::Property;

const fn row(name: &'static str, about: &'static str, kind: super::Kind, place: super::Place) -> Property {
    Property::new(name, about, kind, place)
}

const fn private(name: &'static str, about: &'static str, programs: &'static str) -> Property {
    Property::used_by(name, about, programs)
}

const BACKGAMMON: u8 = 6;
const LINES_OF_ACTION: u8 = 9;
const HEX: u8 = 11;
const AMAZONS: u8 = 18;
const OCTI: u8 = 19;
const GO: u8 = 1;

/// All properties that are known. Row 0 stands for all that are not; names longer than two letters come last.
pub static PROPERTIES: [Property; ROWS.len()] = ROWS;

const ROWS: [Property; 144] = [
    row("", "", super::Kind::Any, Any),
    // Root
    row("AP", "application", Application, Root).since(4),
    row("CA", "charset", SimpleText, Root).since(3),
    row("FF", "file format", Number, Root),
    row("GM", "game", Number, Root),
    row("ST", "style of variations", Number, Root).since(4),
    row("SZ", "board size", Size, Root),
    // Game information
    row("AN", "annotator", SimpleText, Info).since(3),
    row("BR", "rank of Black", SimpleText, Info),
    row("BT", "team of Black", SimpleText, Info).since(3),
    row("CP", "copyright", SimpleText, Info).since(3),
    row("DT", "date", SimpleText, Info),
    row("EV", "event", SimpleText, Info),
    row("GN", "game name", SimpleText, Info),
    row("GC", "game comment", Text, Info),
    row("HA", "handicap", Number, Info).of_game(GO),
    row("KM", "komi", Real, Info).of_game(GO),
    row("ON", "opening", SimpleText, Info).since(3),
    row("OT", "overtime", SimpleText, Info).since(4),
    row("PB", "name of Black", SimpleText, Info),
    row("PC", "place", SimpleText, Info),
    row("PW", "name of White", SimpleText, Info),
    row("RE", "result", SimpleText, Info),
    row("RO", "round", SimpleText, Info),
    row("RU", "rules", SimpleText, Info).since(3),
    row("SO", "source", SimpleText, Info),
    row("TM", "time limit", Real, Info),
    row("US", "user who entered the record", SimpleText, Info),
    row("WR", "rank of White", SimpleText, Info),
    row("WT", "team of White", SimpleText, Info).since(3),
    // Moves
    row("B", "move of Black", Played, Move),
    row("W", "move of White", Played, Move),
    row("KO", "play the move even if it is illegal", Nothing, Move).since(4),
    row("MN", "move number", Number, Move).since(3),
    row("BL", "time left for Black", Real, Move),
    row("WL", "time left for White", Real, Move),
    row("OB", "moves left for Black in overtime", Number, Move).since(3),
    row("OW", "moves left for White in overtime", Number, Move).since(3),
    // Set-up
    row("AB", "black stones", Stones, SetUp),
    row("AW", "white stones", Stones, SetUp),
    row("AE", "points emptied", Points, SetUp),
    row("PL", "player to move", Color, SetUp),
    // Annotations of moves
    row("BM", "bad move", Double, Annotation),
    row("DO", "doubtful move", Nothing, Annotation).since(4),
    row("IT", "interesting move", Nothing, Annotation).since(4),
    row("TE", "good move", Double, Annotation),
    // Annotations of positions
    row("C", "comment", Text, Any),
    row("DM", "even position", Double, Any).since(3),
    row("GB", "good for Black", Double, Any),
    row("GW", "good for White", Double, Any),
    row("HO", "hotspot", Double, Any).since(3),
    row("N", "name of the node", SimpleText, Any),
    row("UC", "unclear position", Double, Any).since(3),
    row("V", "value of the position", Real, Any),
    // Markup
    row("AR", "arrows", PointPairs, Any).since(4),
    row("CR", "circles", Points, Any).since(3),
    row("DD", "dimmed points", PointsOrNone, Any).since(4),
    row("LB", "labels", Labels, Any).since(3),
    row("LN", "lines", PointPairs, Any).since(4),
    row("MA", "crosses", Points, Any),
    row("SL", "selected points", Points, Any),
    row("SQ", "squares", Points, Any).since(4),
    row("TR", "triangles", Points, Any).since(3),
    row("TB", "territory of Black", PointsOrNone, Any).of_game(GO),
    row("TW", "territory of White", PointsOrNone, Any).of_game(GO),
    row("VW", "part of the board that is shown", PointsOrNone, Any),
    row("FG", "figure", Figure, Any),
    row("PM", "how move numbers are printed", Number, Any).since(4),
    // Gone with FF[4]
    row("BS", "species of Black", Number, Info).until(3, ""),
    row("WS", "species of White", Number, Info).until(3, ""),
    row("CH", "check mark", Double, Any).until(3, ""),
    row("EL", "evaluation by a computer", Number, Any).until(3, ""),
    row("EX", "expected move", Played, Any).until(3, ""),
    row("GE", "genre", SimpleText, Info).until(3, ""),
    row("ID", "game identifier", SimpleText, Info).until(3, ""),
    row("L", "letters on points", Letters, Any).until(3, "LB"),
    row("M", "marks on points", Points, Any).until(3, "MA or TR"),
    row("OM", "moves in a period of overtime", Number, Info).since(3).until(3, "OT"),
    row("OP", "length of a period of overtime", Real, Info).since(3).until(3, "OT"),
    row("OV", "operator overhead", Real, Info).since(3).until(3, ""),
    row("RG", "region", Points, Any).until(3, ""),
    row("SC", "secure stones", Points, Any).until(3, ""),
    row("SE", "points for a self-test", Points, Any).until(3, ""),
    row("SI", "sigma", Double, Any).until(3, ""),
    // Other games
    row("AS", "who adds stones", SimpleText, Any).of_game(LINES_OF_ACTION),
    row("IP", "initial position", SimpleText, Any).of_game(LINES_OF_ACTION),
    row("IY", "direction of the second coordinate", SimpleText, Any).of_game(LINES_OF_ACTION),
    row("SU", "type of the set-up", SimpleText, Any).of_game(LINES_OF_ACTION),
    row("IS", "settings of the viewer", SimpleText, Any).of_game(HEX),
    row("AA", "arrows added", super::Kind::Any, SetUp).of_game(AMAZONS),
    row("CO", "owner of the doubling cube", super::Kind::Any, SetUp).of_game(BACKGAMMON),
    row("CV", "value of the doubling cube", Number, SetUp).of_game(BACKGAMMON),
    row("DI", "dice to be played", Number, SetUp).of_game(BACKGAMMON),
    row("MI", "state of the match", super::Kind::Any, Info).of_game(BACKGAMMON),
    row("BO", "markers of Black", super::Kind::Any, SetUp).of_game(OCTI),
    row("WO", "markers of White", super::Kind::Any, SetUp).of_game(OCTI),
    row("NP", "prongs at the start", Number, Info).of_game(OCTI),
    row("NR", "reserve at the start", Number, Info).of_game(OCTI),
    row("NS", "squares that win", super::Kind::Any, Info).of_game(OCTI),
    row("CS", "corner set-up", super::Kind::Any, SetUp).of_game(OCTI),
    row("MS", "major prongs", super::Kind::Any, SetUp).of_game(OCTI),
    row("SS", "start squares", super::Kind::Any, SetUp).of_game(OCTI),
    row("TS", "target squares", super::Kind::Any, SetUp).of_game(OCTI),
    // Private
    private("BC", "country of Black", "SmartGo"),
    private("WC", "country of White", "SmartGo"),
    private("BP", "players of Black", "pair Go records"),
    private("WP", "players of White", "pair Go records"),
    private("GK", "kind of game", "Sina"),
    private("RD", "date", "Sina, MultiGo"),
    private("LT", "length of an overtime period, or that time decides", "Sina, MultiGo, FF[3]"),
    private("TC", "number of overtime periods, or the event, or a count", "Fox, Tygem, Sina, FF[3]"),
    private("E", "stones captured", "old editors"),
    private("PI", "people involved", "pair Go records"),
    private("T", "time used for the move", "server clients"),
    private("TI", "index of the tournament", "databases"),
    private("WV", "version of the program", "GoWrite"),
    private("WX", "extension", "GoWrite"),
    private("ZZ", "explanation of the next property", "Chinese editors"),
    private("LC", "number of overtime periods", "Sina, MultiGo"),
    private("TT", "length of an overtime period", "Fox, Tygem"),
    private("RL", "rule of ranking", "Fox"),
    private("SY", "system that played", "CGoban"),
    private("RR", "kind of rating", "CGoban"),
    private("NB", "rating of Black", "NNGS"),
    private("NW", "rating of White", "NNGS"),
    private("OS", "owner of the stones", "CGoban"),
    private("KI", "komi in half points", "MGT"),
    private("OH", "old kind of handicap", "GoGoD"),
    private("JD", "date of the Japanese calendar", "GoGoD"),
    private("LZ", "analysis", "Lizzie"),
    private("KT", "analysis", "KaTrain"),
    private("PBX", "more on Black", "GoGoD"),
    private("PWX", "more on White", "GoGoD"),
    private("KTSID", "key of a session", "KaTrain"),
    private("DTX", "date, extended", "GoGoD"),
    private("EVX", "event, extended", "GoGoD"),
    private("KGSDE", "dead stones", "KGS"),
    private("KGSSW", "score of White", "KGS"),
    private("KGSSB", "score of Black", "KGS"),
    private("LZOP", "analysis of the position", "Lizzie"),
    private("LZOP2", "analysis of the position by the second engine", "Lizzie"),
    private("SBKV", "winning rate", "Sabaki"),
    private("MULTIGOGM", "kind of game", "MultiGo"),
    private("MULTIGOBM", "bookmark", "MultiGo"),
];
