//! Records survive a round trip, and bytes that are no records are refused without harm.

use palus_trace::record::{RECORD_BYTES, REFERENCE_ELEMENTS, kind, tag};
use palus_trace::{Elements, Event, Profile, Scalar, Seen, Text, decode, encode, encode_element};
use proptest::prelude::*;

/// What an event is made of, owned, so that it can be generated.
#[derive(Clone, Debug)]
enum Value {
    Plain(Seen<'static>),
    String(Vec<u8>),
    Enum(u32, u32, Vec<u8>),
    Class(Vec<u8>),
    Primitives(u8, Vec<u8>),
    Texts(bool, usize, Vec<u8>),
}

impl Value {
    fn seen(&self) -> Seen<'_> {
        match self {
            Self::Plain(seen) => *seen,
            Self::String(bytes) => Seen::String {
                length: 9_000,
                text: Text::new(bytes),
            },
            Self::Enum(class, ordinal, name) => Seen::Enum {
                class: *class,
                ordinal: *ordinal,
                name: Text::new(name),
            },
            Self::Class(name) => Seen::Class { name: Text::new(name) },
            Self::Primitives(component, bytes) => {
                let whole = &bytes[..bytes.len() / 8 * 8];
                array(bytes.len() as u32, false, Elements::packed(*component, whole))
            }
            Self::Texts(has_null, count, bytes) => array(70_000, *has_null, Elements::nested(*count as u16, bytes)),
        }
    }
}

fn array(length: u32, has_null: bool, elements: Elements<'_>) -> Seen<'_> {
    Seen::Array {
        class: 9,
        object: 11,
        length,
        has_null,
        elements,
    }
}

fn scalar() -> impl Strategy<Value = Scalar> {
    prop_oneof![
        any::<bool>().prop_map(Scalar::Boolean),
        any::<i8>().prop_map(Scalar::Byte),
        any::<u16>().prop_map(Scalar::Char),
        any::<i16>().prop_map(Scalar::Short),
        any::<i32>().prop_map(Scalar::Int),
        any::<i64>().prop_map(Scalar::Long),
        any::<u32>().prop_map(Scalar::Float),
        any::<u64>().prop_map(Scalar::Double),
    ]
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..=512)
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Plain(Seen::None)),
        Just(Value::Plain(Seen::Null)),
        Just(Value::Plain(Seen::Uninitialised)),
        scalar().prop_map(|scalar| Value::Plain(Seen::Primitive(scalar))),
        scalar().prop_map(|scalar| Value::Plain(Seen::Boxed(scalar))),
        any::<(u32, u64)>().prop_map(|(class, object)| Value::Plain(Seen::Object {
            class,
            object,
            profile: Profile(object / 3)
        })),
        (primitive_component(), text()).prop_map(|(component, bytes)| Value::Primitives(component, bytes)),
        (
            any::<bool>(),
            prop::collection::vec(prop::option::of(text()), 0..=REFERENCE_ELEMENTS)
        )
            .prop_map(|(has_null, texts)| Value::Texts(has_null, texts.len(), nested(&texts))),
        text().prop_map(Value::String),
        (any::<u32>(), any::<u32>(), text()).prop_map(|(class, ordinal, name)| Value::Enum(class, ordinal, name)),
        text().prop_map(Value::Class),
    ]
}

fn primitive_component() -> impl Strategy<Value = u8> {
    tag::BOOLEAN..=tag::DOUBLE
}

/// Strings, and null where there is none, as elements of an array.
fn nested(texts: &[Option<Vec<u8>>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for text in texts {
        let element = text.as_ref().map_or(Seen::Null, |text| Seen::String {
            length: 300,
            text: Text::new(text),
        });
        encode_element(element, &mut bytes);
    }
    bytes
}

fn event(which: u8, value: &Value, method: u32, depth: u32) -> Event<'_> {
    let (class, object) = (depth ^ 5, u64::from(method) << 20);
    match which {
        0 => Event::Enter {
            method,
            depth,
            receiver: value.seen(),
        },
        1 => Event::Argument {
            position: depth as u16,
            value: value.seen(),
        },
        2 => Event::Exit {
            method,
            depth,
            result: value.seen(),
        },
        3 => Event::Initialised {
            method,
            depth,
            class,
            object,
        },
        4 => Event::Threw {
            method,
            depth,
            class,
            object,
        },
        5 => Event::Caught { method, depth },
        6 => Event::Test {
            method,
            starts: depth.is_multiple_of(2),
        },
        7 => Event::Asked { method },
        _ => Event::Dead { object },
    }
}

proptest! {
    #[test]
    fn events_survive_a_round_trip(events in prop::collection::vec((0_u8..9, value(), any::<u32>(), any::<u32>()), 0..20)) {
        let events: Vec<_> = events.iter().map(|(which, value, m, d)| event(*which, value, *m, *d)).collect();
        let mut bytes = Vec::new();
        for event in &events {
            encode(event, &mut bytes);
        }
        prop_assert_eq!(bytes.len() % RECORD_BYTES, 0);
        let mut at = 0;
        decode(&bytes, &mut |event| {
            assert_eq!(Some(&event), events.get(at));
            at += 1;
        }).unwrap();
        prop_assert_eq!(at, events.len());
    }

    #[test]
    fn bytes_that_are_no_records_are_refused_or_read_but_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let mut events = 0;
        let _ = decode(&bytes, &mut |_| events += 1);
        prop_assert!(events <= bytes.len() / RECORD_BYTES);
    }
}

#[test]
fn a_text_that_claims_more_than_the_buffer_holds_is_refused() {
    let mut bytes = vec![0; RECORD_BYTES];
    bytes[0] = kind::ARGUMENT;
    bytes[1] = tag::STRING;
    for units in [17_u64, 257, u64::MAX] {
        bytes[24..32].copy_from_slice(&units.to_le_bytes());
        let error = decode(&bytes, &mut |_| panic!("no event")).unwrap_err();
        assert_eq!(error.at, 0);
        assert!(error.to_string().contains("a text is"), "{error}");
    }
}

#[test]
fn events_before_a_broken_record_are_handed_over() {
    let mut bytes = Vec::new();
    encode(&Event::Dead { object: 3 }, &mut bytes);
    bytes.extend([0; 7]);
    let mut seen = Vec::new();
    let error = decode(&bytes, &mut |event| seen.push(format!("{event:?}"))).unwrap_err();
    assert_eq!(seen, ["Dead { object: 3 }"]);
    assert_eq!(error.at, RECORD_BYTES);
}

#[test]
fn the_elements_of_an_array_are_read_one_by_one() {
    let mut bytes = Vec::new();
    let numbers: Vec<u8> = [7_i32, -1].iter().flat_map(|number| number.to_le_bytes()).collect();
    let texts = nested(&[Some(vec![b'a', 0]), None]);
    for elements in [Elements::packed(tag::INT, &numbers), Elements::nested(2, &texts)] {
        let value = array(2, !elements.is_primitive(), elements);
        encode(&Event::Argument { position: 1, value }, &mut bytes);
    }
    let mut read = Vec::new();
    decode(&bytes, &mut |event| {
        let Event::Argument {
            value: Seen::Array { elements, has_null, .. },
            ..
        } = event
        else {
            panic!("an array");
        };
        elements.for_each(|element| read.push(format!("{element:?} {has_null}")));
    })
    .unwrap();
    assert_eq!(
        read,
        [
            "Primitive(Int(7)) false",
            "Primitive(Int(-1)) false",
            "String { length: 300, text: \"a\" } true",
            "Null true"
        ]
    );
}

#[test]
fn an_array_in_an_array_or_more_elements_than_bytes_is_refused() {
    let mut inner = Vec::new();
    encode_element(array(0, false, Elements::default()), &mut inner);
    for elements in [Elements::nested(1, &inner), Elements::nested(3, &[])] {
        let mut bytes = Vec::new();
        let value = array(1, false, elements);
        encode(&Event::Argument { position: 1, value }, &mut bytes);
        decode(&bytes, &mut |_| panic!("no event")).unwrap_err();
    }
}
