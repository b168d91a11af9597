//! The schema of what was counted of a page, its parameters and its example.

use mantel_model::api::{INSIGHTS_EXAMPLE, InsightsQuery, InsightsRange, InsightsScreen};
use mantel_model::closed_set::ClosedSet;
use serde_json::{Value, json};

use super::schemas::{flag, object, reference, string, time, unsigned_integer};

/// The span.
pub fn range() -> Value {
    let about = "The span, today included.";
    json!({ "name": "range", "in": "query", "required": false, "description": about, "schema": choice(InsightsQuery::default().range), "example": "30d" })
}

/// Whose presses are shown.
pub fn screen() -> Value {
    let about = "Whose presses `tiles` shows: the layout differs with the screen.";
    json!({ "name": "screen", "in": "query", "required": false, "description": about, "schema": choice(InsightsQuery::default().screen), "example": "desktop" })
}

fn choice<T: ClosedSet>(usual: T) -> Value {
    json!({ "type": "string", "enum": names::<T>(), "default": usual.wire() })
}

fn names<T: ClosedSet>() -> Vec<&'static str> {
    T::all().iter().map(|member| member.wire()).collect()
}

/// The example.
pub fn example() -> Value {
    serde_json::from_str(INSIGHTS_EXAMPLE).unwrap_or_default()
}

/// A name with its count.
pub fn named_count() -> Value {
    let fields =
        json!({ "name": string("The name; `others` for what is left."), "count": unsigned_integer("How often.") });
    object("A name, and how often it was counted.", fields, &["name", "count"])
}

/// What was counted of a page.
pub fn insights() -> Value {
    let counts = |about: &str| list(about, reference("NamedCount"));
    let hours = list("From midnight.", json!({ "type": "integer", "minimum": 0 }));
    let fields = [
        ("kept", kept()),
        ("range", one_of::<InsightsRange>("The span.")),
        ("screen", one_of::<InsightsScreen>("Whose presses `tiles` shows.")),
        ("zone", string("The time zone of days and hours. Days that are older than 60 days are those of UTC.")),
        ("from", day("The first day.")),
        ("to", day("The last day, today.")),
        ("total", totals("Visits and presses of the whole span.")),
        (
            "before",
            or_null(totals(
                "The same of the span of the same length before it; null where nothing was counted that long ago.",
            )),
        ),
        ("days", list("Every day of the span, oldest first.", counted_day())),
        ("published", list("When the page was published in the span, oldest first.", published())),
        (
            "tiles",
            list("What was pressed, most first; links that stopped working are in it even without a press.", tile()),
        ),
        ("sources", list("Where visits came from, most first.", source())),
        ("ways", list("Visits by a named way or a code, most first.", way())),
        ("cards", list("Programs that fetched the share card for a chat or a timeline, most first.", card())),
        ("saves", counts("What was taken along: `contact` for the contact card, `feed` for a feed reader.")),
        ("hours", list("Visits by day of the week (Monday first) and hour, of at most the last 60 days.", hours)),
        ("devices", counts("Visits by device: `phone`, `computer`, `tablet`, most first.")),
        ("browsers", counts("Visits by browser, most first.")),
        ("languages", counts("Visits by the browser's first language, BCP 47 without a region, most first.")),
        (
            "countries",
            or_null(counts(
                "Visits by country, ISO 3166-1, most first; null where the server has no database of addresses.",
            )),
        ),
        ("readers", list("Programs that read the page; none of it is in the other numbers.", reader())),
        ("withoutLink", unsigned_integer("Tiles of the live page that lead nowhere, so that nobody can press them.")),
        (
            "silentPercent",
            unsigned_integer(
                "Of 100 visits, those by browsers that do not tell presses (Firefox, Brave), where links are plain.",
            ),
        ),
        ("asOf", or_null(time("When the newest number was counted; null while nothing was."))),
    ];
    closed("What was counted of the page.", fields)
}

fn kept() -> Value {
    closed(
        "Whether visits are counted, and what is kept of them.",
        [
            ("available", flag("Whether this server counts at all.")),
            ("on", flag("Whether visits to this page are counted.")),
            ("changedAt", or_null(time("Since when the present state of `on` holds; null where it never changed."))),
            ("since", or_null(time("When something was first counted; null while nothing was."))),
            ("lastVisit", or_null(time("When the last visit was, to the hour; null while there was none."))),
            ("months", unsigned_integer("How long totals of a day are kept.")),
            ("exact", flag("Whether links lead through this server, so that every press is counted.")),
            ("letter", flag("Whether a letter is mailed every week.")),
            ("live", flag("Whether the page is live.")),
        ],
    )
}

fn totals(about: &str) -> Value {
    closed(about, [("visits", visits()), ("presses", presses())])
}

fn visits() -> Value {
    unsigned_integer("Looks at the page by people.")
}

fn presses() -> Value {
    unsigned_integer("Presses on what the page links to; they are no part of the visits.")
}

fn counted_day() -> Value {
    let visitors = "How many different visitors there were, estimated; null while the day is not over, and where visits were few or not counted for a part of it. Of the day in UTC, whatever the zone.";
    let fields = json!({ "day": day("The day."), "visits": visits(), "presses": presses(),
        "visitors": or_null(unsigned_integer(visitors)), "soFar": flag("Whether the day is not over; absent where it is.") });
    object("What was counted on a day.", fields, &["day", "visits", "presses", "visitors"])
}

fn published() -> Value {
    let version = unsigned_integer("The version that went live.");
    closed(
        "A moment of publishing.",
        [("day", day("The day in the zone.")), ("at", time("The moment.")), ("version", version)],
    )
}

fn tile() -> Value {
    let trouble = closed(
        "What is wrong with its link; absent where nothing is.",
        [
            ("status", unsigned_integer("The status that its server answers with; 0 for silence.")),
            ("since", day("Since when.")),
            ("pressedSince", unsigned_integer("How often it was pressed since.")),
        ],
    );
    let fields = json!({
        "id": string("The tile's id, or the platform of a social link."),
        "title": string("Its words."),
        "kind": string("The type of the tile; `social` for one in the profile."),
        "to": string("The host that it leads to; empty for what is gone from the page."),
        "pressed": unsigned_integer("How often it was pressed."),
        "tenthsOf100": unsigned_integer("The same per 100 visits by the same screens, in tenths: 115 is 11.5."),
        "onPage": flag("Whether it is on the live page."),
        "trouble": trouble,
    });
    let required = ["id", "title", "kind", "to", "pressed", "tenthsOf100", "onPage"];
    object("A tile or a social link, and how often it was pressed.", fields, &required)
}

fn source() -> Value {
    let platform = json!({ "description": "The platform by its name in the profile; null where it is none.", "type": ["string", "null"] });
    closed(
        "Sites that visits came from, as one.",
        [
            ("name", string("Its name.")),
            ("kind", json!({ "enum": ["platform", "search", "unknown", "site"] })),
            ("platform", platform),
            ("count", unsigned_integer("Visits.")),
            ("hosts", list("The hosts that it consists of, most first.", reference("NamedCount"))),
        ],
    )
}

fn card() -> Value {
    closed(
        "A program that fetched the share card, to show it.",
        [
            ("name", string("Its name.")),
            ("kind", json!({ "description": "Where it shows it.", "enum": ["chat", "timeline"] })),
            ("count", unsigned_integer("How often it fetched it.")),
        ],
    )
}

fn way() -> Value {
    closed(
        "A named way to the page, and the visits that came by it.",
        [
            ("name", string("The word after the plus; empty for the code of the plain address.")),
            ("kind", json!({ "description": "`code` where the code was scanned.", "enum": ["link", "code"] })),
            ("count", unsigned_integer("Visits.")),
        ],
    )
}

fn reader() -> Value {
    let kinds = ["assistant", "training", "ai-index", "search", "preview", "feed", "monitor", "other"];
    closed(
        "A program that read the page.",
        [
            ("name", string("Its name, as it says.")),
            ("kind", json!({ "description": "`assistant`: on somebody's behalf.", "enum": kinds })),
            ("page", unsigned_integer("How often it read the page.")),
            ("text", unsigned_integer("How often its text, `llms.txt`.")),
            ("json", unsigned_integer("How often its JSON.")),
            ("last", time("The last hour that it read in.")),
        ],
    )
}

/// An object that has all of these fields and no other.
fn closed<const COUNT: usize>(about: &str, fields: [(&str, Value); COUNT]) -> Value {
    let required: Vec<&str> = fields.iter().map(|field| field.0).collect();
    let properties: serde_json::Map<_, _> =
        fields.iter().map(|(name, field)| ((*name).to_owned(), field.clone())).collect();
    object(about, Value::Object(properties), &required)
}

fn list(about: &str, items: Value) -> Value {
    json!({ "description": about, "type": "array", "items": items })
}

fn or_null(value: Value) -> Value {
    json!({ "anyOf": [value, { "type": "null" }] })
}

fn one_of<T: ClosedSet>(about: &str) -> Value {
    json!({ "description": about, "type": "string", "enum": names::<T>() })
}

fn day(about: &str) -> Value {
    json!({ "description": about, "type": "string", "format": "date" })
}
