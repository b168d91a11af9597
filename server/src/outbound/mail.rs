//! Sending mail over SMTP, where a server is configured.

use std::sync::Arc;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// How mail is sent.
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// `smtp://…` or `smtps://…`, which may hold a name and a password.
    pub server: String,
    /// Who mail comes from.
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
    /// Uses the server in the settings; without one nothing is sent.
    ///
    /// # Errors
    /// When the server's address can't be used.
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

    /// Sends plain text in the background. Nobody waits for it, so that response times reveal nothing; failures are logged.
    pub fn send(&self, to: &str, subject: &str, text: String) {
        let Some(smtp) = self.0.clone() else { return };
        let Ok(to) = to.parse::<Mailbox>() else {
            return tracing::warn!("the address of an account is not a mail address");
        };
        let message = Message::builder().from(smtp.from.clone()).to(to).subject(subject);
        let message = match message.header(ContentType::TEXT_PLAIN).body(text) {
            Ok(message) => message,
            Err(why) => return tracing::error!(error = %why, "a mail could not be written"),
        };
        tokio::spawn(async move {
            if let Err(why) = smtp.transport.send(message).await {
                tracing::error!(error = %why, "a mail could not be sent");
            }
        });
    }
}
