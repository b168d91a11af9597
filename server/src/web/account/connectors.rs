//! How to connect each program: one line to copy, and a link where the program supports one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mantel_app::site::agents::ConnectGuide;
use serde_json::json;
use url::form_urlencoded::byte_serialize;

fn escaped(text: &str) -> String {
    // Spaces as %20: these are not forms.
    byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// Every known program, the most popular first, and a generic guide last.
pub fn all(base: &str) -> Vec<ConnectGuide> {
    let at = format!("{base}/api/mcp");
    let guide = |name, instruction, snippet: String, next_steps| ConnectGuide {
        name,
        instruction,
        snippet,
        next_steps,
        install: None,
    };
    let cursor = STANDARD.encode(json!({ "url": at }).to_string());
    let code = escaped(&json!({ "name": "mantel", "type": "http", "url": at }).to_string());
    let goose = format!(
        "goose://extension?url={}&type=streamable_http&id=mantel&name=Mantel&description={}",
        escaped(&at),
        escaped("Edit your Mantel page")
    );
    let server = json!({ "mcpServers": { "mantel": { "type": "http", "url": at } } });
    vec![
        guide(
            "Claude",
            "Settings, Connectors, Add custom connector; paste this.",
            at.clone(),
            &["Choose Connect and sign in."],
        ),
        guide(
            "Claude Code",
            "Run this in a terminal.",
            format!("claude mcp add --transport http mantel {at}"),
            &["Type /mcp, choose mantel, sign in.", "Ask: “Put my last three posts on my page.”"],
        ),
        guide(
            "ChatGPT",
            "Settings, Apps, Advanced: developer mode on; Create, paste this.",
            at.clone(),
            &["Choose OAuth and sign in."],
        ),
        guide(
            "Codex",
            "Run this in a terminal.",
            format!("codex mcp add mantel --url {at}"),
            &["It opens the browser: sign in. If not: codex mcp login mantel."],
        ),
        ConnectGuide {
            install: Some(format!(
                "cursor://anysphere.cursor-deeplink/mcp/install?name=mantel&config={}",
                escaped(&cursor)
            )),
            ..guide(
                "Cursor",
                "Install, or put this into ~/.cursor/mcp.json.",
                server.to_string(),
                &["Settings, MCP, mantel: sign in."],
            )
        },
        ConnectGuide {
            install: Some(format!("vscode:mcp/install?{code}")),
            ..guide(
                "VS Code",
                "Install, or run this in a terminal.",
                format!("code --add-mcp '{}'", json!({ "name": "mantel", "type": "http", "url": at })),
                &["Start the server when it asks, and sign in."],
            )
        },
        ConnectGuide {
            install: Some(goose),
            ..guide(
                "Goose",
                "Install, or add a remote extension (Streamable HTTP) with this address.",
                at.clone(),
                &["Sign in when it asks."],
            )
        },
        guide(
            "Gemini CLI",
            "Run this in a terminal.",
            format!("gemini mcp add --transport http mantel {at}"),
            &["Type /mcp auth mantel, sign in."],
        ),
        guide(
            "Anything else",
            "A program that only starts commands can use this one.",
            format!("npx -y mcp-remote {at}"),
            &["One that can’t sign in takes a key: the header Authorization: Bearer and the key."],
        ),
    ]
}

/// A REST call with a key.
pub fn curl(base: &str) -> String {
    format!(
        "curl {base}/api/v1/page/tiles -H \"Authorization: Bearer $KEY\" --json '{{\"input\": \"https://example.com\"}}'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn install_links_carry_the_address() {
        let link = |name: &str| {
            all("https://mantel.example")
                .into_iter()
                .find(|host| host.name == name)
                .and_then(|host| host.install)
                .unwrap_or_default()
        };
        assert_eq!(
            link("Cursor"),
            "cursor://anysphere.cursor-deeplink/mcp/install?name=mantel&config=eyJ1cmwiOiJodHRwczovL21hbnRlbC5leGFtcGxlL2FwaS9tY3AifQ%3D%3D"
        );
        assert_eq!(
            link("VS Code"),
            "vscode:mcp/install?%7B%22name%22%3A%22mantel%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A%2F%2Fmantel.example%2Fapi%2Fmcp%22%7D"
        );
        assert!(
            link("Goose")
                .starts_with("goose://extension?url=https%3A%2F%2Fmantel.example%2Fapi%2Fmcp&type=streamable_http")
        );
    }
}
