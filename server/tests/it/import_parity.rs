//! The same brief gives the same draft, whether the model reads it or the API imports it.

use mantel_model::brief;
use serde_json::{Value, json};

use crate::support::{on_both, without_ids};

const BRIEFS: &[(&str, &str)] = &[
    ("cafe", include_str!("../../../model/tests/briefs/cafe.json")),
    ("developer", include_str!("../../../model/tests/briefs/developer.json")),
    ("illustrator", include_str!("../../../model/tests/briefs/illustrator.json")),
    ("musician", include_str!("../../../model/tests/briefs/musician.json")),
    ("chat-answer", include_str!("../../../model/tests/briefs/messy/chat-answer.txt")),
    ("small-mistakes", include_str!("../../../model/tests/briefs/messy/small-mistakes.json")),
];

on_both! {
    async fn an_imported_brief_is_the_draft_the_preview_draws(app) {
        for (name, text) in BRIEFS {
            let read = brief::import(text, 1).unwrap();
            let wanted = without_ids(&serde_json::to_value(&read.draft).unwrap());
            let warnings: Vec<Value> = read.warnings.iter().map(|warning| json!({ "path": warning.path, "message": warning.message })).collect();
            let person = app.keyed(name).await;
            let body = json!({ "file": text, "username": format!("p-{name}") });
            let made = person.post("/api/v1/page/import", body).await.expect(201).body();
            assert_eq!(without_ids(&made["draft"]), wanted, "{name}");
            let told: Vec<Value> = made["warnings"].as_array().unwrap().iter().filter(|list| !list["message"].as_str().unwrap().starts_with("The username of the file")).cloned().collect();
            assert_eq!(told, warnings, "{name}");
            // Also as a JSON value, if it is valid JSON.
            if let Ok(value) = serde_json::from_str::<Value>(text) {
                let again = json!({ "file": value, "replace": true });
                let again = person.post("/api/v1/page/import", again).await.expect(201).body();
                assert_eq!(without_ids(&again["draft"]), wanted, "{name}");
            }
            // "Make it mine" sends the full page with the preview's ids, so no tile changes its id.
            let mut page = serde_json::to_value(&read.draft).unwrap();
            page["mantel"] = json!(1);
            let mine = person.post("/api/v1/page/import", json!({ "file": page, "replace": true })).await.expect(201).body();
            assert_eq!(mine["draft"], serde_json::to_value(&read.draft).unwrap(), "{name}");
        }
    }
}
