//! Texts that factories of the JDK take: by chance nobody writes the code of a currency, or a date.

use palus_sequence::{JavaString, Symbols};

use crate::draw::Draw;
use crate::values::Site;

/// How often one of them is passed, where there are any.
const USUAL_SHARE: f64 = 0.8;

/// By class and method, what their texts are like: one of each shape.
const TEXTS: [((&str, &str), &[&str]); 17] = [
    (("java.util.Currency", "getInstance"), &["EUR", "USD", "JPY"]),
    (("java.util.Locale", "forLanguageTag"), &["en", "de-DE", "tr"]),
    (("java.util.TimeZone", "getTimeZone"), &["UTC", "Asia/Kolkata"]),
    (
        ("java.util.UUID", "fromString"),
        &["00000000-0000-4000-8000-000000000001"],
    ),
    (("java.time.ZoneId", "of"), &["UTC", "+02:00", "Europe/Paris"]),
    (("java.time.ZoneOffset", "of"), &["+02:00", "-03:30"]),
    (("java.time.LocalDate", "parse"), &["2024-02-29", "2025-12-31"]),
    (("java.time.LocalTime", "parse"), &["00:00", "23:59:59"]),
    (("java.time.LocalDateTime", "parse"), &["2024-02-29T12:30"]),
    (("java.time.Instant", "parse"), &["2024-02-29T12:30:00Z"]),
    (("java.time.Duration", "parse"), &["PT1H", "P1DT12H"]),
    (("java.time.Period", "parse"), &["P1M", "P2Y3D"]),
    (
        ("java.time.format.DateTimeFormatter", "ofPattern"),
        &["yyyy-MM-dd", "HH:mm"],
    ),
    (("java.nio.charset.Charset", "forName"), &["UTF-8", "ISO-8859-1"]),
    (
        ("java.net.URI", "create"),
        &["http://example.org/a?b=c", "mailto:a@example.org"],
    ),
    (("java.math.BigDecimal", "<init>"), &["0", "1.50", "-2.5", "1000"]),
    (("java.math.BigInteger", "<init>"), &["0", "12", "-3"]),
];

/// A usual text for a place, at times.
pub(crate) fn text(site: Site, symbols: &Symbols, rng: &mut Draw) -> Option<JavaString> {
    let method = symbols.get(site.0);
    let owner = symbols.class_name(method.owner)?;
    let is_this = |((class, name), _): &&((&str, &str), &[&str])| *class == owner && *name == &*method.name;
    let (_, texts) = TEXTS.iter().find(is_this)?;
    if !rng.chance(USUAL_SHARE) {
        return None;
    }
    rng.pick(texts).map(|text| JavaString::from(*text))
}

#[cfg(test)]
mod tests {
    use palus_sequence::MethodKind;

    use super::*;

    #[test]
    fn a_factory_is_passed_what_it_takes_mostly_and_other_methods_are_not() {
        let mut symbols = Symbols::default();
        let mut rng = Draw::new(1);
        let mut usual = |class: &str| {
            let descriptor = "(Ljava/lang/String;)Ljava/util/Currency;";
            let method = symbols
                .method(class, "getInstance", descriptor, MethodKind::Static)
                .unwrap();
            (0..100)
                .filter(|_| text((method, 0), &symbols, &mut rng).is_some())
                .count()
        };
        let (of_currency, of_another) = (usual("java.util.Currency"), usual("demo.Currency"));
        assert!(
            (60..100).contains(&of_currency) && of_another == 0,
            "{of_currency} {of_another}"
        );
    }
}
