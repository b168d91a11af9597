//! Mail to people, where a server for it is set: beside `outbound` the one thing that leaves this machine.

use std::sync::Arc;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::config::MailSettings;

/// The way out for mail.
#[derive(Clone, Debug)]
pub struct Mailer(Option<Arc<Inside>>);

#[derive(Debug)]
struct Inside {
    from: Mailbox,
    transport: AsyncSmtpTransport<Tokio1Executor>,
}

impl Mailer {
    /// The way out that the settings name; without them there is none.
    ///
    /// # Errors
    /// When the server's address can't be used.
    pub fn new(settings: Option<&MailSettings>) -> Result<Self, String> {
        let Some(it) = settings else { return Ok(Self(None)) };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&it.server).map_err(|why| why.to_string())?;
        Ok(Self(Some(Arc::new(Inside { from: it.from.clone(), transport: transport.build() }))))
    }

    /// Whether mail goes out at all.
    pub fn goes_out(&self) -> bool {
        self.0.is_some()
    }

    /// Sends plain text in the background. Nobody waits for it, so that how long it takes tells nothing; what fails is logged.
    pub fn send(&self, to: &str, subject: &str, text: String) {
        let Some(inside) = self.0.clone() else { return };
        let Ok(to) = to.parse::<Mailbox>() else {
            return tracing::warn!("an account's address is none that mail goes to");
        };
        let message = Message::builder().from(inside.from.clone()).to(to).subject(subject);
        let message = match message.header(ContentType::TEXT_PLAIN).body(text) {
            Ok(message) => message,
            Err(why) => return tracing::error!(error = %why, "a mail could not be written"),
        };
        tokio::spawn(async move {
            if let Err(why) = inside.transport.send(message).await {
                tracing::error!(error = %why, "a mail could not be sent");
            }
        });
    }
}
