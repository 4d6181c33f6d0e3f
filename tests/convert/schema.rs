//! What `--to json` and `--to ndjson` write keeps to the published JSON Schema, and the schema is no empty promise.

use serde_json::{Value, json};

use crate::common::*;

fn with_schema<T>(use_it: impl FnOnce(&dyn Fn(&Value) -> Result<(), String>) -> T) -> T {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    let schema: Value = serde_json::from_str(jadoube::convert::schema()).unwrap();
    compiler.add_resource("game.json", schema).unwrap();
    let index = compiler.compile("game.json", &mut schemas).unwrap();
    use_it(&|value| schemas.validate(value, index).map_err(|error| error.to_string()))
}

#[test]
fn every_game_of_the_fixtures_is_valid() {
    with_schema(|valid| {
        let mut count = 0;
        for ending in ["pgn", "sgf", "gib", "ngf", "ugf", "ugi"] {
            let Some(files) = std::panic::catch_unwind(|| fixtures(ending)).ok() else { continue };
            for file in files {
                let name = file.to_str().unwrap();
                let lines = convert(&["-q", "--to", "ndjson", name]);
                let lines = String::from_utf8(lines.stdout).unwrap();
                let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
                for game in &games {
                    valid(game).unwrap_or_else(|error| panic!("{name}: {error}"));
                    count += 1;
                }
                let document = convert(&["-q", "--to", "json", name]);
                let document: Value = serde_json::from_slice(&document.stdout).unwrap();
                assert_eq!(document, json!({ "schema": 1, "games": games }), "{name}");
            }
        }
        assert!(count > 200, "only {count} games");
    });
}

#[test]
fn what_is_no_game_is_refused() {
    let good = json!({ "type": "game", "schema": 1, "format": "pgn", "game": "chess", "variant": "standard", "tags": [["Event", "E"]],
        "moves": [{ "san": "e4", "uci": "e2e4" }, { "comment": "x" }, { "nag": 1 }, { "null": true }], "result": "*", "complete": true });
    let spoilt: [(&str, Value); 9] = [
        ("type", json!("record")),
        ("schema", json!(2)),
        ("format", json!("txt")),
        ("tags", json!([["Event"]])),
        ("tags", json!([["Event", 1]])),
        ("moves", json!([{ "san": "e4" }])),
        ("moves", json!([{ "nag": -1 }])),
        ("result", json!("2-0")),
        ("complete", json!("yes")),
    ];
    with_schema(|valid| {
        assert_eq!(valid(&good), Ok(()));
        for (field, value) in spoilt {
            let mut game = good.clone();
            game[field] = value.clone();
            assert!(valid(&game).is_err(), "{field} {value}");
        }
        let mut game = good.clone();
        game["surplus"] = json!(1);
        assert!(valid(&game).is_err());
        for field in ["type", "schema", "format", "game", "complete"] {
            let mut game = good.clone();
            game.as_object_mut().unwrap().remove(field);
            assert!(valid(&game).is_err(), "without {field}");
        }
        let node = |properties: Value| {
            json!({ "type": "game", "schema": 1, "format": "sgf", "game": "go", "complete": true,
            "nodes": [{ "parent": null, "properties": properties }] })
        };
        assert_eq!(valid(&node(json!([["C", ["x"]], ["LB", [["aa", "A"]]], ["QZ", [{ "raw": "y" }]]]))), Ok(()));
        assert!(valid(&node(json!([["c", ["x"]]]))).is_err(), "a name in small letters");
        assert!(valid(&node(json!([["C", "x"]]))).is_err(), "a value without a list");
    });
}
