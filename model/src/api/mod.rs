//! The bodies of the REST API, shared by the server, the editor and the command-line tool
//! (decisions, The page over REST; Claim and import; Other replies).

mod bodies;
pub mod call;
mod changes;
mod history;
mod index;
mod insights;
mod move_in;
mod options;
mod preview;
mod problem_body;
mod view;
mod ways;

pub use bodies::{AddTiles, Adding, Claim, Import, MoveTile, Patch, PutPage, Rename, Terms, Undo};
pub use call::EditCall;
pub use changes::{ChangesView, DryRun, FieldChange, TileChange, TileMove};
pub use history::{By, ByKind, History, HistoryDraft, HistoryEntry, PageEvent};
pub use index::Index;
pub use insights::{
    CountedDay, CountedTotals, CountedWay, FetchedCards, INSIGHTS_EXAMPLE, Insights, InsightsQuery, InsightsRange,
    InsightsScreen, KeptCounts, LinkTrouble, NamedCount, PressedTile, PublishedMark, Reader, Source,
};
pub use move_in::{MoveIn, MovedInReply};
pub use options::{Choice, Limits, LookChoice, Options, PaletteChoice, PlatformChoice, TileTypeChoice, options};
pub use preview::{PreviewLink, PreviewReply};
pub use problem_body::ProblemBody;
pub use view::{
    Added, DraftView, ImageReply, NameCheck, PageView, ProfileReply, PublicPage, PublishReply, Published, Removed,
    ThemeReply, TileReply, TileView, Unpublished,
};
pub use ways::{NamedWay, NewWay, Ways};
