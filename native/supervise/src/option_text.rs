//! Values in the options of the library, `-agentpath:libpalus.so=mode,name=value,name=value`: a path may hold what separates them.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

/// A value as it is written among the options: `%` and `,` become `%25` and `%2C`.
pub fn encode_option(value: &OsStr) -> OsString {
    let mut encoded = Vec::with_capacity(value.len());
    for &byte in value.as_bytes() {
        match byte {
            b'%' => encoded.extend(b"%25"),
            b',' => encoded.extend(b"%2C"),
            _ => encoded.push(byte),
        }
    }
    OsString::from_vec(encoded)
}

/// The value that was written so. A `%` before anything but these two stays, as in `%p`.
pub fn decode_option(text: &str) -> String {
    text.replace("%2C", ",").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_back_as_it_was() {
        for value in ["/tmp/a", "/t,m=p/x", "100%", "%2C", "%25,%2C", ""] {
            let encoded = encode_option(value.as_ref()).into_string().unwrap();
            assert!(!encoded.contains(','), "{encoded}");
            assert_eq!(decode_option(&encoded), value);
        }
        assert_eq!(decode_option("/t/%p.palus"), "/t/%p.palus");
    }
}
