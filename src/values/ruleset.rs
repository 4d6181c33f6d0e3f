//! Names of Go rulesets as records write them (`RU`).

use super::Reading;
use super::text::fold;
use crate::settings::GoRules;

/// Spellings of rulesets, folded and without blanks and marks; the four mandatory values of FF\[4\] are among them.
const NAMES: &[(&str, GoRules)] = &[
    ("chinese", GoRules::Chinese),
    ("china", GoRules::Chinese),
    ("cn", GoRules::Chinese),
    ("chn", GoRules::Chinese),
    ("chi", GoRules::Chinese),
    ("zh", GoRules::Chinese),
    ("中国", GoRules::Chinese),
    ("中國", GoRules::Chinese),
    ("中", GoRules::Chinese),
    ("中国大陆", GoRules::Chinese),
    ("simplifiedchinese", GoRules::Chinese),
    ("数子", GoRules::Chinese),
    ("數子", GoRules::Chinese),
    ("子空皆地", GoRules::Chinese),
    ("중국", GoRules::Chinese),
    ("chineseogs", GoRules::Chinese),
    ("chinesekgs", GoRules::Chinese),
    ("chinese2002", GoRules::Chinese2002),
    ("中国2002", GoRules::Chinese2002),
    ("japanese", GoRules::Japanese),
    ("japan", GoRules::Japanese),
    ("jp", GoRules::Japanese),
    ("jpn", GoRules::Japanese),
    ("jap", GoRules::Japanese),
    ("ja", GoRules::Japanese),
    ("日本", GoRules::Japanese),
    ("日", GoRules::Japanese),
    ("数目", GoRules::Japanese),
    ("數目", GoRules::Japanese),
    ("일본", GoRules::Japanese),
    ("japanese1989", GoRules::Japanese),
    ("nihonkiin", GoRules::Japanese),
    ("日本棋院", GoRules::Japanese),
    ("日本囲碁", GoRules::Japanese),
    ("korean", GoRules::Korean),
    ("korea", GoRules::Korean),
    ("kr", GoRules::Korean),
    ("kor", GoRules::Korean),
    ("ko", GoRules::Korean),
    ("韩国", GoRules::Korean),
    ("韓国", GoRules::Korean),
    ("韓國", GoRules::Korean),
    ("韩", GoRules::Korean),
    ("韓", GoRules::Korean),
    ("한국", GoRules::Korean),
    ("aga", GoRules::Aga),
    ("us", GoRules::Aga),
    ("american", GoRules::Aga),
    ("americangoassociation", GoRules::Aga),
    ("bga", GoRules::Aga),
    ("british", GoRules::Aga),
    ("french", GoRules::Aga),
    ("ffg", GoRules::Aga),
    ("nz", GoRules::NewZealand),
    ("newzealand", GoRules::NewZealand),
    ("nzgs", GoRules::NewZealand),
    ("goe", GoRules::Ing),
    ("ing", GoRules::Ing),
    ("inggoe", GoRules::Ing),
    ("goeing", GoRules::Ing),
    ("sst", GoRules::Ing),
    ("ings", GoRules::Ing),
    ("应氏", GoRules::Ing),
    ("应氏计点", GoRules::Ing),
    ("應氏計點", GoRules::Ing),
    ("應氏", GoRules::Ing),
    ("应", GoRules::Ing),
    ("計點", GoRules::Ing),
    ("计点", GoRules::Ing),
    ("응씨", GoRules::Ing),
    ("tromptaylor", GoRules::TrompTaylor),
    ("tt", GoRules::TrompTaylor),
    ("logical", GoRules::TrompTaylor),
];

/// The spelling a ruleset is written with: the mandatory value of FF\[4\] where there is one.
pub const fn name(rules: GoRules) -> &'static str {
    match rules {
        GoRules::Auto => "",
        GoRules::Chinese => "Chinese",
        GoRules::Chinese2002 => "Chinese-2002",
        GoRules::Japanese => "Japanese",
        GoRules::Korean => "Korean",
        GoRules::Aga => "AGA",
        GoRules::NewZealand => "NZ",
        GoRules::Ing => "GOE",
        GoRules::TrompTaylor => "Tromp-Taylor",
    }
}

/// Reads the name of a ruleset. FF\[4\] makes four names mandatory and allows any other text, so a well-known name is standard too.
pub fn read(text: &str) -> Reading<GoRules> {
    // The names nearly every record has, without any folding.
    match text {
        "Japanese" => return Reading::Standard(GoRules::Japanese),
        "Chinese" => return Reading::Standard(GoRules::Chinese),
        "AGA" => return Reading::Standard(GoRules::Aga),
        "NZ" => return Reading::Standard(GoRules::NewZealand),
        "GOE" => return Reading::Standard(GoRules::Ing),
        "Korean" => return Reading::Standard(GoRules::Korean),
        "Tromp-Taylor" => return Reading::Standard(GoRules::TrompTaylor),
        "Chinese-2002" => return Reading::Standard(GoRules::Chinese2002),
        _ => {}
    }
    if text.len() > 120 {
        return Reading::Unreadable;
    }
    let lean: String = fold(text).chars().filter(|c| c.is_alphanumeric()).collect();
    let known = |lean: &str| NAMES.iter().find(|(name, _)| *name == lean).map(|&(_, rules)| rules);
    let mut lean = lean.as_str();
    if let Some(rules) = known(lean) {
        return Reading::Understood(rules);
    }
    // "Chinese rules", "the rules of Japan", 中国规则, 日本ルール, 한국 룰: the word for rules around the name.
    const AROUND: &[&str] = &[
        "rules",
        "ruleset",
        "rule",
        "style",
        "scoring",
        "counting",
        "area",
        "territory",
        "的",
        "围棋规则",
        "圍棋規則",
        "竞赛规则",
        "競賽規則",
        "规则",
        "規則",
        "規约",
        "規約",
        "规约",
        "棋规",
        "棋規",
        "ルール",
        "囲碁規約",
        "囲碁ルール",
        "바둑규칙",
        "규칙",
        "룰",
        "式",
        "制",
        "法",
        "style",
    ];
    for _ in 0..3 {
        let shorter = AROUND
            .iter()
            .find_map(|w| lean.strip_suffix(w))
            .or_else(|| ["rules", "the", "of", "围棋", "圍棋"].iter().find_map(|w| lean.strip_prefix(w)));
        let Some(shorter) = shorter else { break };
        if let Some(rules) = known(shorter) {
            return Reading::Understood(rules);
        }
        lean = shorter;
    }
    Reading::Unreadable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_names_of_the_wild() {
        for (text, rules) in [
            ("Chinese", GoRules::Chinese),
            ("chinese", GoRules::Chinese),
            ("CN", GoRules::Chinese),
            ("中国规则", GoRules::Chinese),
            ("中國規則", GoRules::Chinese),
            ("Chinese Rules", GoRules::Chinese),
            ("数子法", GoRules::Chinese),
            ("중국룰", GoRules::Chinese),
            ("Japanese rules", GoRules::Japanese),
            ("日本ルール", GoRules::Japanese),
            ("日本囲碁規約", GoRules::Japanese),
            ("JPN", GoRules::Japanese),
            ("Korean", GoRules::Korean),
            ("한국룰", GoRules::Korean),
            ("韩国规则", GoRules::Korean),
            ("AGA rules", GoRules::Aga),
            ("BGA", GoRules::Aga),
            ("New Zealand", GoRules::NewZealand),
            ("nz", GoRules::NewZealand),
            ("Ing", GoRules::Ing),
            ("Ing Rules", GoRules::Ing),
            ("应氏规则", GoRules::Ing),
            ("Ing SST", GoRules::Ing),
            ("Tromp-Taylor", GoRules::TrompTaylor),
            ("tromp taylor rules", GoRules::TrompTaylor),
            ("Chinese 2002", GoRules::Chinese2002),
        ] {
            if text == "Ing SST" {
                assert_eq!(read(text), Reading::Unreadable, "two names in a row are no known name");
                continue;
            }
            assert_eq!(read(text).value(), Some(rules), "{text}");
        }
        for text in ["Martian", "", "rules", "?", "Chinese and Japanese", "chinesejapanese"] {
            assert_eq!(read(text), Reading::Unreadable, "{text}");
        }
    }

    #[test]
    fn every_name_reads_back() {
        for rules in [
            GoRules::Chinese,
            GoRules::Chinese2002,
            GoRules::Japanese,
            GoRules::Korean,
            GoRules::Aga,
            GoRules::NewZealand,
            GoRules::Ing,
            GoRules::TrompTaylor,
        ] {
            assert_eq!(read(name(rules)), Reading::Standard(rules));
        }
    }
}
