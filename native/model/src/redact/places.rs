//! Secrets in values that are in no model: the same rules, one value at a time.

use palus_sequence::Scalar;
use rustc_hash::FxHashSet;

use super::{ParameterNames, Redaction, Secrecy, is_card, shapes};
use crate::MethodKey;

/// No text that is shorter looks like a secret.
const SHORTEST: usize = 12;

impl Redaction {
    /// How secret a field is by its name.
    pub fn field(&self, owner: &str, name: &str) -> Secrecy {
        self.secrecy(owner, name)
    }

    /// How secret each argument of a method is by its name and the method's.
    pub fn arguments(&self, method: &MethodKey, parameters: &ParameterNames<'_>) -> Vec<Secrecy> {
        self.secrecies(method, parameters, &FxHashSet::default())
    }

    /// The stand-in of a text that is secret by its place, or by its looks.
    pub fn text(&self, text: &[u16], secrecy: Secrecy) -> Option<Vec<u16>> {
        let looks_so = || text.len() >= SHORTEST && shapes::shape_of(&String::from_utf16_lossy(text)).is_some();
        (secrecy != Secrecy::None || looks_so()).then(|| self.key.text(text))
    }

    /// The stand-in of a number: of one that the user named, or the number of a card.
    pub fn number(&self, scalar: Scalar, secrecy: Secrecy) -> Option<Scalar> {
        let stand_in = |number: i64| self.key.number(number);
        Some(match (scalar, secrecy) {
            (Scalar::Long(v), Secrecy::Asked) => Scalar::Long(stand_in(v)),
            (Scalar::Long(v), _) if is_card(v) => Scalar::Long(stand_in(v)),
            (_, Secrecy::None | Secrecy::Custom) | (Scalar::Boolean(_), _) => return None,
            (Scalar::Int(v), _) => Scalar::Int(stand_in(v.into()) as i32),
            (Scalar::Short(v), _) => Scalar::Short(stand_in(v.into()) as i16),
            (Scalar::Byte(v), _) => Scalar::Byte(stand_in(v.into()) as i8),
            (Scalar::Char(v), _) => Scalar::Char(self.key.text(&[v])[0]),
            (Scalar::Float(v), _) => Scalar::float(stand_in(f32::from_bits(v) as i64) as f32),
            (Scalar::Double(v), _) => Scalar::double(stand_in(f64::from_bits(v) as i64) as f64),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::RedactionKey;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn a_value_is_secret_by_the_name_of_its_field_and_by_its_looks() {
        let redaction = Redaction::new(RedactionKey([7; 16]), vec!["iban*".to_owned()]);
        let password = redaction.field("demo.Account", "userPassword");
        assert_eq!(redaction.field("demo.Account", "name"), Secrecy::None);
        assert_eq!(redaction.text(&units("Hunter-2222"), Secrecy::None), None);
        let stand_in = redaction.text(&units("Hunter-2222"), password).expect("secret");
        assert_eq!(stand_in.len(), 11);
        assert!(redaction.text(&units("4111 1111 1111 1111"), Secrecy::None).is_some());
        let asked = redaction.field("demo.Account", "ibanNumber");
        assert_eq!(redaction.number(Scalar::Int(1234), password), None);
        assert_ne!(redaction.number(Scalar::Int(1234), asked), Some(Scalar::Int(1234)));
        assert!(
            redaction
                .number(Scalar::Long(4_111_111_111_111_111), Secrecy::None)
                .is_some()
        );
    }
}
