//! Accounts are isolated: many at once, with equal request ids.

use serde_json::json;
use tokio::task::JoinSet;

use super::modern;
use crate::support::{count, on_both};

/// Calls per account; `MCP_CALLS` sets the full number (200 by 50 accounts are 10,000).
fn calls() -> usize {
    count("MCP_CALLS", 12)
}

const ACCOUNTS: usize = 50;

on_both! {
    async fn no_byte_of_one_account_reaches_another(app) {
        let mut people = Vec::new();
        for at in 0..ACCOUNTS {
            let name = format!("person-{at:02}");
            people.push((app.owner(&name).await, format!("secret of {name}.")));
        }
        let mut all = JoinSet::new();
        for (person, secret) in people {
            all.spawn(async move {
                for at in 0..calls() {
                    let (tool, arguments) = match at % 3 {
                        0 => ("add_tile", json!({ "input": secret })),
                        1 => ("get_page", json!({})),
                        _ => ("set_profile", json!({ "bio": format!("{at} {secret}") })),
                    };
                    let (mut body, headers) = modern("tools/call", json!({ "name": tool, "arguments": arguments }));
                    // The same ids for every account.
                    body["id"] = json!(at);
                    let caller = headers.into_iter().fold(person.clone(), |it, (name, value)| it.with(name, &value));
                    let reply = caller.post("/api/mcp", body).await.expect(200);
                    assert_eq!(reply.body()["id"], at);
                    let told = reply.text.matches("secret of person-").count();
                    assert!(told > 0 && told == reply.text.matches(secret.as_str()).count(), "{}", reply.text);
                }
            });
        }
        all.join_all().await;
    }
}
