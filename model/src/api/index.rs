//! Where everything is.

use serde::{Deserialize, Serialize};

/// Reply of `GET /api/v1`: absolute addresses, for programs that know only this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Index {
    /// The service.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// The documentation for people.
    pub documentation: String,
    /// The OpenAPI description.
    pub description: String,
    /// The schemas of files.
    pub schemas: String,
    /// Every allowed value.
    pub options: String,
    /// The page of whoever calls.
    pub page: String,
    /// A published page, with a name in place of `{username}`.
    pub public_page: String,
    /// The MCP server.
    pub mcp: String,
}
