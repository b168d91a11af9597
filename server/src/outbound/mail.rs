//! Sending mail over SMTP, where a server is configured.

use std::sync::Arc;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// The settings for sending mail.
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// `smtp://…` or `smtps://…`, optionally with user name and password.
    pub server: String,
    /// The sender.
    pub from: Mailbox,
}

/// Sends mail. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Mailer(Option<Arc<Smtp>>);

#[derive(Debug)]
struct Smtp {
    from: Mailbox,
    transport: AsyncSmtpTransport<Tokio1Executor>,
}

impl Mailer {
    /// A mailer that uses the configured server; without one it sends nothing.
    ///
    /// # Errors
    /// When the server's URL is invalid.
    pub fn new(settings: Option<&MailSettings>) -> Result<Self, String> {
        let Some(settings) = settings else { return Ok(Self(None)) };
        let transport =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(&settings.server).map_err(|why| why.to_string())?;
        Ok(Self(Some(Arc::new(Smtp { from: settings.from.clone(), transport: transport.build() }))))
    }

    /// Whether mail can be sent.
    pub fn is_configured(&self) -> bool {
        self.0.is_some()
    }

    /// Sends plain text in the background: since nobody waits for it, response times reveal nothing. Failures are
    /// logged.
    pub fn send(&self, to: &str, subject: &str, text: String) {
        if !self.is_configured() {
            return;
        }
        let (mailer, to, subject) = (self.clone(), to.to_owned(), subject.to_owned());
        tokio::spawn(async move {
            if let Err(why) = mailer.deliver(&to, &subject, text).await {
                tracing::error!(error = %why, "a mail could not be sent");
            }
        });
    }

    /// Sends plain text, and returns once the mail server has taken it. Without a mail server it does nothing.
    ///
    /// # Errors
    /// A sentence that says why it was not taken.
    pub async fn deliver(&self, to: &str, subject: &str, text: String) -> Result<(), String> {
        let Some(smtp) = &self.0 else { return Ok(()) };
        let to = recipient(to).ok_or("the address of an account is not a mail address")?;
        let message = Message::builder().from(smtp.from.clone()).to(to).subject(subject);
        let message = message.header(ContentType::TEXT_PLAIN).body(text).map_err(|why| why.to_string())?;
        smtp.transport.send(message).await.map(|_| ()).map_err(|why| why.to_string())
    }
}

/// The recipient with this address. The text is an address as a whole, never a name with another one in brackets.
fn recipient(address: &str) -> Option<Mailbox> {
    address.parse::<Address>().ok().map(|address| Mailbox::new(None, address))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::recipient;

    #[test]
    fn mail_goes_to_an_address_and_not_to_one_within_it() {
        assert_eq!(recipient("ada@harrow.example").unwrap().email.to_string(), "ada@harrow.example");
        for wrong in ["a<victim@harrow.example>", "Ada <victim@harrow.example>", "a@b.c, victim@harrow.example"] {
            assert!(recipient(wrong).is_none(), "{wrong}");
        }
    }
}
