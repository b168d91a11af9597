//! `check_page`.

use mantel_model::Access;
use serde_json::Value;

use super::{Answer, Call, READ, Tool};
use crate::mcp::body::value;
use crate::mcp::schema::object;
use crate::page_check::page_check;
use crate::service::Operation;

/// The tool `check_page`.
pub const CHECK_PAGE: Tool = Tool {
    name: "check_page",
    title: "Check the page",
    about: "What may be wrong with the draft: links that are there twice or lead nowhere, headings with nothing below, pictures cut off or \
            without words, words that break on a phone, an accent that can't be seen, a profile without a name. A finding \
            with call is mended by that call, as it stands; the others take judgement, yours or the owner's.",
    example: "{}",
    hints: READ,
    operation: Operation::ReadPage,
    input: || object(Vec::new(), &[]),
    run: check_page,
};

fn check_page(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        call.check_argument_names()?;
        let check = page_check(&call.app, &call.caller).await?;
        let ready = check.findings.iter().filter(|finding| finding.call.is_some()).count();
        let next = match (check.findings.len(), ready) {
            (0, _) => "Nothing to mend.".to_owned(),
            _ if call.caller.rights.access < Access::Edit => {
                "Tell the owner: you may not change what is there. The others take judgement.".to_owned()
            }
            (_, 0) => "None of it can be mended without judgement: look at the page, or ask the owner.".to_owned(),
            (_, ready) => {
                format!("Make the calls of the findings that have one ({ready}); ask before you remove tiles.")
            }
        };
        let mut out = value(&check);
        out["next"] = Value::String(next);
        Ok(out)
    })
}
