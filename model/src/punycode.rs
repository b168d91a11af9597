//! Internationalized domain names as people write them: `xn--caf-dma.paris` is shown as `café.paris` (RFC 3492, RFC 5891).

use crate::address::is_joiner;

/// What starts a label in its ASCII form (RFC 5890, 2.3.2.5).
const PREFIX: &str = "xn--";
/// Letters of Cyrillic that look like Latin ones. A label of these alone is shown in its ASCII form where the last label is
/// Latin, as browsers do, so that no domain passes for another.
const LOOKALIKES: &str = "асԁеһіјӏорԛѕԝхуъЬҽпгѵѡ";

// RFC 3492, 5: the parameters of Punycode.
const BASE: u64 = 36;
const T_MIN: u64 = 1;
const T_MAX: u64 = 26;
const SKEW: u64 = 38;
const DAMP: u64 = 700;
const INITIAL_BIAS: u64 = 72;
const INITIAL_N: u64 = 128;

/// A host as it is shown: every label in its own script, unless it would pass for another. Browsers' code leaves hosts as they
/// are, for its size: the editor shows what was typed or pasted, the page what people read.
pub(crate) fn shown(host: &str) -> String {
    if cfg!(target_family = "wasm") || !host.contains(PREFIX) {
        return host.to_owned();
    }
    let latin = host.rsplit('.').next().is_some_and(|last| !last.starts_with(PREFIX));
    let label = |label: &str| {
        let own = label.strip_prefix(PREFIX).and_then(decode).filter(|own| is_shown(own, latin));
        own.unwrap_or_else(|| label.to_owned())
    };
    host.split('.').map(label).collect::<Vec<_>>().join(".")
}

/// Whether a label is shown in its own script: letters, digits and hyphens, and no look-alikes of Latin.
fn is_shown(label: &str, latin: bool) -> bool {
    let is_alike = |letter: char| matches!(letter, '\u{370}'..='\u{58f}');
    label.chars().all(|letter| letter.is_alphanumeric() || is_joiner(letter) || letter == '-')
        && !(label.contains(is_alike) && label.contains(|letter: char| letter.is_ascii_alphabetic()))
        && !(latin && label.chars().all(|letter| LOOKALIKES.contains(letter) || !letter.is_alphabetic()))
}

/// What Punycode stands for (RFC 3492, 6.2); `None` where it is none, or stands for ASCII alone. Numbers that are too large
/// end in a letter that does not exist.
fn decode(text: &str) -> Option<String> {
    let (plain, coded) = text.rsplit_once('-').unwrap_or(("", text));
    let mut out: Vec<char> = plain.chars().collect();
    let (mut n, mut at, mut bias) = (INITIAL_N, 0_u64, INITIAL_BIAS);
    let mut digits = coded.chars();
    while !digits.as_str().is_empty() {
        let (from, mut weight, mut k) = (at, 1_u64, BASE);
        loop {
            // Letters come before the digits here.
            let digit = (u64::from(digits.next()?.to_digit(36)?) + 26) % BASE;
            at = at.saturating_add(weight.saturating_mul(digit));
            let limit = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
            if digit < limit {
                break;
            }
            weight = weight.saturating_mul(BASE - limit);
            k += BASE;
        }
        let count = out.len() as u64 + 1;
        bias = adapted(at - from, count, from == 0);
        n = n.saturating_add(at / count);
        at %= count;
        out.insert(usize::try_from(at).ok()?, char::from_u32(u32::try_from(n).ok()?)?);
        at += 1;
    }
    Some(out.into_iter().collect()).filter(|_| n > INITIAL_N)
}

/// The bias for the next number (RFC 3492, 6.1).
const fn adapted(delta: u64, count: u64, first: bool) -> u64 {
    let mut delta = if first { delta / DAMP } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > ((BASE - T_MIN) * T_MAX) / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_shown_as_people_write_them() {
        for (host, expected) in [
            ("harrow.example", "harrow.example"),
            ("xn--caf-dma.paris", "café.paris"),
            ("xn--bcher-kva.example", "bücher.example"),
            ("xn--e1afmkfd.xn--p1ai", "пример.рф"),
            ("shop.xn--fiqs8s", "shop.中国"),
            ("xn--wgv71a119e.jp", "日本語.jp"),
            ("xn--mgbh0fb.xn--kgbechtv", "مثال.إختبار"),
            ("xn--11b5bs3a9aj6g.example", "परीक्षा.example"),
            ("xn--strae-oqa.xn--vermgensberater-ctb", "straße.vermögensberater"),
        ] {
            assert_eq!(shown(host), expected);
        }
    }

    /// Samples of RFC 3492, 7.1.
    #[test]
    fn punycode_is_decoded_as_its_standard_says() {
        for (code, expected) in [
            ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
            ("ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"),
            ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
            ("4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"),
            ("n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"),
            ("b1abfaaepdrnnbgefbadotcwatmq2g4l", "почемужеонинеговорятпорусски"),
            ("TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g", "TạisaohọkhôngthểchỉnóitiếngViệt"),
        ] {
            assert_eq!(decode(code).as_deref(), Some(expected), "{code}");
        }
    }

    #[test]
    fn what_is_no_name_or_passes_for_another_stays_as_it_is() {
        for host in [
            // Latin among Cyrillic, and Cyrillic that looks like "apple".
            "xn--pple-43d.com",
            "xn--80ak6aa92e.com",
            // No Punycode, none that stands for letters, and numbers that are too large.
            "xn--.example",
            "xn--a!.example",
            "xn--ls8h.example",
            "xn--99999999999.example",
            "xn--zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.example",
        ] {
            assert_eq!(shown(host), host);
        }
    }
}
