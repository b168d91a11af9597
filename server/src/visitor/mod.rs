//! stub
use axum::http::HeaderMap;
use std::borrow::Cow;
pub enum Visitor {
    Person(Person),
    Program(Program),
    Uncounted,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Person {
    pub device: Device,
    pub browser: Browser,
    pub app: Option<&'static str>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Device {
    Phone,
    Tablet,
    Computer,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Browser {
    Safari,
}
impl Device {
    pub fn as_str(self) -> &'static str {
        "phone"
    }
}
impl Browser {
    pub fn as_str(self) -> &'static str {
        "Safari"
    }
}
pub struct Program {
    pub name: Cow<'static, str>,
    pub kind: ProgramKind,
    pub card: Option<CardPlace>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProgramKind {
    Other,
}
impl ProgramKind {
    pub fn as_str(self) -> &'static str {
        "other"
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardPlace {
    Chat,
    Timeline,
}
pub fn visitor(_: &HeaderMap) -> Visitor {
    Visitor::Person(Person { device: Device::Phone, browser: Browser::Safari, app: None })
}
pub fn source(_: &HeaderMap, _: &Person, _: &str) -> String {
    String::new()
}
pub fn language(_: &HeaderMap) -> &str {
    ""
}
pub struct SourceGroup {
    pub name: String,
    pub kind: &'static str,
    pub platform: Option<&'static str>,
}
pub fn source_group(s: &str) -> SourceGroup {
    SourceGroup { name: s.to_owned(), kind: "site", platform: None }
}
