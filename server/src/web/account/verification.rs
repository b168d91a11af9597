//! The mail with the link that verifies an account's own address.

use crate::service::Result;
use crate::state::App;

/// Mails the link that verifies an account's own address; returns whether there was a need. When another account has the
/// address, its owner is told so instead, and whoever asks gets the same reply.
///
/// # Errors
/// `MailedLately` within five minutes of the last one, `RateLimited` for too many of the account or to the address.
pub async fn mail_verification(app: &App, account: &str) -> Result<bool> {
    let Some(mail) = app.service.request_verification(account).await? else { return Ok(false) };
    app.rate_limits.take_mail(account, &mail.email)?;
    let (base, host) = (&app.config.base_url, app.config.host());
    if let Some(secret) = &mail.secret {
        let text = format!(
            "Somebody, you most likely, made an account at {host} with this address.\n\n\
             Confirm it here, in a browser that is signed in; the link is good for a day, once:\n\
             {base}/settings/email/{secret}\n\n\
             If it wasn't you, leave this be: nothing can be published with your address. Or make the account yours\n\
             with a new password, which ends whatever else has access:\n\
             {base}/forgot\n",
        );
        app.mailer.send(&mail.email, "Confirm your address for Mantel", text);
    } else {
        let text = format!(
            "Somebody, you most likely, made a new account at {host} with this address, which has an account already.\n\n\
             Sign in to the one you have:\n{base}/signin\n\
             If you forgot its password, choose a new one:\n{base}/forgot\n\
             The new one needs another address: it can be corrected in its settings.\n\n\
             If it wasn't you, leave this be: your account is as it was, and nothing can be published with your address.\n",
        );
        app.mailer.send(&mail.email, "You have a Mantel account already", text);
    }
    Ok(true)
}
