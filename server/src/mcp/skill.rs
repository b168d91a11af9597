//! The skill for building pages: served through the Skills extension, as a resource and as a file.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use rmcp::model::{Skill, SkillFrontmatter, SkillResource, SkillResources};

/// Its URI among the resources.
pub const URI: &str = "skill://mantel-page/SKILL.md";
/// The file.
pub const TEXT: &str = include_str!("skill.md");

/// The skill in the list for hosts: its front matter, and the digest of its file.
pub fn skill() -> Skill {
    static SKILL: LazyLock<Skill> = LazyLock::new(|| {
        let files = vec![SkillResource::from_bytes(URI, TEXT.as_bytes())];
        let front = SkillFrontmatter::new(field("name"), field("description"));
        Skill::new(URI, front, SkillResources::Files(files))
    });
    SKILL.clone()
}

fn field(name: &str) -> &'static str {
    let line = TEXT.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_default()
}

/// `GET /skill.md`.
pub async fn file() -> Response {
    ([(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")], TEXT)
        .into_response()
}
