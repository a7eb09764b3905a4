//! Durations as people type them: `60s`, `2m`, `1h`, `500ms`; a bare number is seconds.

use std::time::Duration;

/// Reads one; the error is the end of a sentence that clap begins.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let millis = match unit {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => 0,
    };
    let amount = number
        .parse::<u64>()
        .ok()
        .and_then(|n| n.checked_mul(millis))
        .filter(|&ms| ms > 0);
    amount
        .map(Duration::from_millis)
        .ok_or_else(|| "write a duration like 60s, 2m or 1h".to_owned())
}

/// The same, and no time at all.
pub(super) fn parse_or_none(text: &str) -> Result<Duration, String> {
    if ["0", "0s"].contains(&text) {
        return Ok(Duration::ZERO);
    }
    parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_read_and_nonsense_is_refused() {
        assert_eq!(parse("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(parse("250ms"), Ok(Duration::from_millis(250)));
        for wrong in ["", "s", "0s", "1.5s", "-3s", "3 s", "99999999999999999999s", "5d"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_or_none("0s"), Ok(Duration::ZERO));
        assert_eq!(parse_or_none("10s"), Ok(Duration::from_secs(10)));
        assert!(parse_or_none("-1s").is_err());
    }
}
