//! Settings of the mail server (decisions, Running it): both are set, or neither.

use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, Tokio1Executor};

use super::{InvalidSetting, SettingsReader};
use crate::outbound::mail::MailSettings;

pub(super) fn read(reader: &mut SettingsReader<'_>) -> Option<MailSettings> {
    let server = reader.parsed("SMTP_URL", |text| optional(text, server));
    let from = reader.parsed("MAIL_FROM", |text| optional(text, sender));
    match (server, from) {
        (Some(server), Some(from)) => Some(MailSettings { server, from }),
        (Some(_), None) => missing(reader, "MAIL_FROM", "SMTP_URL needs it: give the address mail comes from"),
        (None, Some(_)) => missing(reader, "SMTP_URL", "MAIL_FROM needs it: give the server that takes mail"),
        (None, None) => None,
    }
}

fn missing(reader: &mut SettingsReader<'_>, name: &'static str, why: &str) -> Option<MailSettings> {
    // A setting that is invalid has been reported already.
    if !reader.invalid.iter().any(|setting| matches!(setting.name, "SMTP_URL" | "MAIL_FROM")) {
        reader.invalid.push(InvalidSetting { name, value: String::new(), why: why.to_owned() });
    }
    None
}

fn optional<T>(text: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if text.is_empty() { Ok(None) } else { parse(text).map(Some) }
}

fn server(text: &str) -> Result<String, String> {
    let example = "give the server that takes mail, like smtps://name:password@mail.example:465 or \
        smtp://name:password@mail.example:587?tls=required";
    match AsyncSmtpTransport::<Tokio1Executor>::from_url(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err(example.to_owned()),
    }
}

fn sender(text: &str) -> Result<Mailbox, String> {
    text.parse().map_err(|_| "give an address, like Mantel <hello@mantel.example>".to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use crate::config::Config;

    fn read(settings: &[(&str, &str)]) -> Result<Config, Vec<String>> {
        let lookup = |name: &str| settings.iter().find(|setting| setting.0 == name).map(|setting| setting.1.to_owned());
        Config::read(&lookup).map_err(|all| all.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn mail_needs_both_settings_or_neither() {
        let (server, from) =
            (("SMTP_URL", "smtps://u:secret@mail.example:465"), ("MAIL_FROM", "Mantel <hi@mantel.example>"));
        assert!(read(&[]).unwrap().mail.is_none());
        assert_eq!(read(&[server, from]).unwrap().mail.unwrap().from.email.to_string(), "hi@mantel.example");
        assert!(read(&[server]).unwrap_err()[0].starts_with("MAIL_FROM=: SMTP_URL needs it"));
        assert!(read(&[from]).unwrap_err()[0].starts_with("SMTP_URL=: MAIL_FROM needs it"));
        assert_eq!(read(&[server, ("MAIL_FROM", "nobody")]).unwrap_err().len(), 1);
    }

    #[test]
    fn a_wrong_mail_server_does_not_show_its_password() {
        let found = read(&[("SMTP_URL", "pigeon://u:secret@mail.example"), ("MAIL_FROM", "hi@mantel.example")]);
        let found = found.unwrap_err();
        assert!(found.len() == 1 && !found[0].contains("secret"), "{found:?}");
    }
}
