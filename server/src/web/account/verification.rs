//! The mail with the link that verifies an account's own address.

use crate::service::Result;
use crate::state::App;

/// Mails the link that verifies an account's own address; returns whether there was a need.
///
/// # Errors
/// `MailedLately` within five minutes of the last one.
pub async fn mail_verification(app: &App, account: &str) -> Result<bool> {
    let Some(link) = app.service.request_verification(account).await? else { return Ok(false) };
    let (base, host, secret) = (&app.config.base_url, app.config.host(), &link.secret);
    let text = format!(
        "Somebody, you most likely, made an account at {host} with this address.\n\n\
         Confirm it here, in a browser that is signed in; the link is good for a day, once:\n\
         {base}/settings/email/{secret}\n\n\
         If it wasn't you, leave this be: nothing can be published with your address. Or make the account yours\n\
         with a new password, which ends whatever else has access:\n\
         {base}/forgot\n",
    );
    app.mailer.send(&link.new, "Confirm your address for Mantel", text);
    Ok(true)
}
