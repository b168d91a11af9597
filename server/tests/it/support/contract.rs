//! Checks that every API reply conforms to its description: status, type, body (`schema/openapi.json`).

use std::collections::HashMap;
use std::sync::LazyLock;

use jsonschema::Validator;
use mantel_server::api::openapi;
use serde_json::{Value, json};

/// The replies an operation may give: by status, the content types and their schemas.
struct Operation {
    method: String,
    path: Vec<String>,
    replies: HashMap<u16, HashMap<String, Validator>>,
}

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let whole = openapi::description();
    let mut all = Vec::new();
    for (path, methods) in whole["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let replies = operation["responses"].as_object().unwrap().iter();
            let replies = replies.map(|(status, it)| (status.parse().unwrap(), contents(&whole, it))).collect();
            let path = path.split('/').map(str::to_owned).collect();
            all.push(Operation { method: method.to_uppercase(), path, replies });
        }
    }
    all
});

fn contents(whole: &Value, reply: &Value) -> HashMap<String, Validator> {
    let reply = match reply["$ref"].as_str() {
        Some(pointer) => whole.pointer(&pointer[1..]).unwrap(),
        None => reply,
    };
    let content = reply["content"].as_object().cloned().unwrap_or_default();
    content.iter().map(|(kind, it)| (kind.clone(), validator(whole, &it["schema"]))).collect()
}

/// A validator for a schema of the description, with its references.
pub fn validator(whole: &Value, schema: &Value) -> Validator {
    let schema = json!({ "allOf": [schema], "components": { "schemas": whole["components"]["schemas"] } });
    jsonschema::validator_for(&schema).unwrap()
}

/// The violations of a value; empty when it conforms.
pub fn faults(validator: &Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|iter_error| format!("{iter_error} at {}", iter_error.instance_path)).collect()
}

/// Asserts that a reply conforms. Methods and paths that the description does not contain are not checked.
#[track_caller]
pub fn hold(method: &str, path: &str, status: u16, kind: &str, text: &str) {
    let path = path.split('?').next().unwrap();
    let parts: Vec<_> = path.split('/').collect();
    let fits = |operation: &&Operation| {
        operation.method == method
            && operation.path.len() == parts.len()
            && operation.path.iter().zip(&parts).all(|(wanted, part)| wanted == part || wanted.starts_with('{'))
    };
    let Some(operation) = OPERATIONS.iter().find(fits) else { return };
    let contents = operation.replies.get(&status);
    let contents =
        contents.unwrap_or_else(|| panic!("{method} {path} answers {status}, which is not declared: {text}"));
    if text.is_empty() {
        return;
    }
    let kind = kind.split(';').next().unwrap();
    let validator = contents.get(kind);
    let validator =
        validator.unwrap_or_else(|| panic!("{method} {path} answers {status} as {kind}, which is not declared"));
    if kind.ends_with("json") {
        let faults = faults(validator, &serde_json::from_str(text).unwrap());
        assert!(faults.is_empty(), "{method} {path} {status}: {faults:?}\n{text}");
    }
}
