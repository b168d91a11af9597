//! The JSON Schemas: golden files, and agreement with the readers.

use std::path::PathBuf;

use mantel_model::brief::{self, Brief};
use mantel_model::id::SeededIds;
use mantel_model::language;
use mantel_model::page::PageFile;
use mantel_model::tile::KindName;
use mantel_model::{read, schema};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::any;
use crate::brief::page_of_every_type;

fn golden(name: &str, schema: &Value) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../schema").join(name);
    let text = schema::to_text(schema);
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "schema/{name} is out of date: run the tests once with UPDATE_SCHEMA=1 and commit it");
}

#[test]
fn the_page_schema_is_the_golden_file() {
    golden("page.schema.json", &schema::page());
}

#[test]
fn the_brief_schema_is_the_golden_file() {
    golden("brief.schema.json", &schema::brief());
}

/// Whether a value matches a schema, for the keywords that these schemas use; any other keyword fails the test.
fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let schema = schema.as_object().unwrap();
    schema.iter().all(|(keyword, rule)| match keyword.as_str() {
        "$schema" | "title" | "description" | "default" | "format" | "$defs" | "required" | "additionalProperties" => {
            true
        }
        "$ref" => fits(root, root.pointer(&rule.as_str().unwrap()[1..]).unwrap(), value),
        "type" => of_type(rule.as_str().unwrap(), value),
        "const" => value == rule,
        "enum" => rule.as_array().unwrap().contains(value),
        "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
        "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
        "minLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 >= rule.as_u64().unwrap()),
        "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 <= rule.as_u64().unwrap()),
        "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= rule.as_u64().unwrap()),
        "pattern" => value.as_str().is_none_or(|text| matches(rule.as_str().unwrap(), text)),
        "items" => value.as_array().is_none_or(|list| list.iter().all(|item| fits(root, rule, item))),
        "oneOf" => rule.as_array().unwrap().iter().filter(|list| fits(root, list, value)).count() == 1,
        "properties" => object_fits(root, schema, value),
        other => panic!("the checker does not know {other}"),
    })
}

fn of_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        other => panic!("the checker does not know {other}"),
    }
}

fn object_fits(root: &Value, schema: &serde_json::Map<String, Value>, value: &Value) -> bool {
    let Some(object) = value.as_object() else { return true };
    let properties = schema["properties"].as_object().unwrap();
    assert_eq!(schema["additionalProperties"], false);
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    required.iter().all(|name| object.contains_key(name.as_str().unwrap()))
        && object.iter().all(|(name, value)| properties.get(name).is_some_and(|property| fits(root, property, value)))
}

/// The patterns of the schemas, mapped to the parsers they stand for.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        "^#[0-9a-fA-F]{6}$" => mantel_model::HexColor::parse(text).is_ok(),
        "^[A-Za-z0-9_-]{3,30}$" => mantel_model::Username::parse(text).is_ok(),
        "^t_[a-z2-7]{12}$" => mantel_model::TileId::parse(text).is_ok(),
        language::PATTERN => mantel_model::Language::parse(text).is_ok(),
        it if it.contains('/') => mantel_model::tile::Repo::parse(text).is_ok(),
        other => panic!("the checker does not know {other}"),
    }
}

fn page_fits(value: &Value) -> bool {
    let schema = schema::page();
    fits(&schema, &schema, value)
}

#[test]
fn the_schema_refuses_what_the_reader_refuses_in_plain_cases() {
    let page = |tile: Value| json!({ "profile": {}, "theme": {}, "tiles": [tile] });
    for tile in [
        json!({ "type": "link" }),
        json!({ "type": "link", "url": "https://a.example", "repo": "a/b" }),
        json!({ "type": "github", "repo": "a/b", "title": "x" }),
        json!({ "type": "text", "text": "" }),
        json!({ "type": "text", "text": "x", "size": "xl" }),
        json!({ "type": "social", "platform": "nowhere", "handle": "x" }),
        json!({ "type": "image", "src": "/media/a.png", "zoom": 4 }),
        json!({ "type": "text", "text": "x", "pos": { "x": 0, "y": 0, "w": 100 } }),
        json!({ "type": "poem", "text": "x" }),
    ] {
        let page = page(tile);
        assert!(!page_fits(&page), "{page}");
        assert!(read::read_page_file(&page, &mut SeededIds::new(1)).is_err(), "{page}");
    }
    assert!(page_fits(&page(json!({ "type": "text", "text": "x" }))));
}

#[test]
fn every_sample_brief_fits_the_schema_of_the_brief() {
    let schema = schema::brief();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/briefs");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let brief: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            assert!(fits(&schema, &schema, &brief), "{}", path.display());
            seen += 1;
        }
    }
    assert_eq!(seen, 4);
}

#[test]
fn what_a_page_is_written_as_in_a_brief_fits_the_schema_of_the_brief() {
    let schema = schema::brief();
    let brief = brief::text(&Brief::of(&page_of_every_type()));
    let brief: Value = serde_json::from_str(&brief).unwrap();
    let items = brief["links"].as_array().unwrap();
    assert_eq!(items.len(), KindName::ALL.len());
    for item in items {
        assert!(fits(&schema, &json!({ "$ref": "#/$defs/item" }), item), "{item}");
    }
    assert!(fits(&schema, &schema, &brief), "{brief}");
}

#[test]
fn an_item_of_a_brief_has_exactly_one_deciding_field() {
    let schema = schema::brief();
    let brief = |item: Value| json!({ "name": "Ada", "links": [item] });
    for item in
        [json!("a/b"), json!({ "url": "https://a.example" }), json!({ "image": "/a.png", "url": "https://a.example" })]
    {
        assert!(fits(&schema, &schema, &brief(item.clone())), "{item}");
    }
    for item in [json!({}), json!({ "url": "https://a.example", "text": "x" }), json!({ "title": "x" }), json!(3)] {
        assert!(!fits(&schema, &schema, &brief(item.clone())), "{item}");
    }
}

#[test]
fn a_definition_is_whole_in_itself() {
    for name in ["theme", "profile", "link", "social", "pos", "focus"] {
        let schema = schema::definition(name).unwrap();
        assert!(!schema.to_string().contains("$ref"), "{name}");
    }
    let any = schema::tile();
    assert!(fits(&any, &any, &json!({ "type": "image", "src": "/media/a.png", "focus": { "x": 1, "y": 2 } })));
    assert!(!fits(&any, &any, &json!({ "type": "image", "src": "/media/a.png", "focus": { "x": 1 } })));
}

proptest! {
    #[test]
    fn every_export_fits_the_page_schema(draft in any::draft(12)) {
        let file = serde_json::to_value(PageFile::of(draft, None, "http://localhost:3000")).unwrap();
        prop_assert!(page_fits(&file));
    }

    #[test]
    fn what_the_reader_accepts_from_an_owner_the_schema_accepts(page in any::written_draft(8)) {
        prop_assert!(read::read_page_file(&page, &mut SeededIds::new(1)).is_ok());
        prop_assert!(page_fits(&page));
    }
}
