//! The reader's fuzz target: whatever a file says, it is read or refused, without harm and without more memory than it accounts
//! for. The checksum is always right, so that the decoder itself is reached.

use std::sync::LazyLock;

use palus_model::{Model, ReadError, render};
use proptest::prelude::*;

use crate::common::{around, full};

/// The most memory at once for each byte of a file. The least item of each list of the payload that is open at a time, one in the
/// other, has a share in it: 16 for a class, 16 for a node, 14 for a transition, 24 for an observation, 56 for an input.
const BYTES_A_BYTE: u64 = 130;
/// What one short list, which is decoded as a whole, may ask for before it is found to be too short.
const BYTES_AT_FIRST: u64 = 2 << 20;

/// The payload of a small model with something of everything.
static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| payload(4));
/// The same of more objects.
static LARGER: LazyLock<Vec<u8>> = LazyLock::new(|| payload(400));

fn payload(objects: u64) -> Vec<u8> {
    full(objects).to_bytes().unwrap()[22..].to_vec()
}

/// Reads a file around the payload, under the bound of memory.
fn read(payload: &[u8]) -> Result<Model, ReadError> {
    let file = around(payload);
    let mut model = None;
    let counted = allocation_counter::measure(|| model = Some(Model::from_bytes(&file)));
    let bound = BYTES_A_BYTE * file.len() as u64 + BYTES_AT_FIRST;
    let most = counted.bytes_max;
    assert!(most <= bound, "{most} bytes for a file of {} bytes", file.len());
    model.unwrap()
}

/// An integer as the payload has it: seven bits a byte, the lowest first.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn a_whole_payload_is_read() {
    assert_eq!(read(&SMALL).unwrap(), full(4));
    assert_eq!(read(&LARGER).unwrap(), full(400));
}

#[test]
fn every_payload_that_ends_early_is_refused() {
    for end in 0..SMALL.len() {
        assert!(read(&SMALL[..end]).is_err(), "{end} of {} bytes", SMALL.len());
    }
}

#[test]
fn any_other_byte_at_any_place_does_no_harm() {
    for place in 0..SMALL.len() {
        let mut payload = SMALL.clone();
        for byte in 0..=u8::MAX {
            payload[place] = byte;
            let _ = read(&payload);
        }
    }
}

#[test]
fn a_huge_number_at_any_place_is_no_reason_to_ask_for_memory() {
    let numbers = [
        1 << 14,
        1 << 20,
        1 << 28,
        u64::from(u32::MAX),
        1 << 40,
        u64::MAX >> 1,
        u64::MAX,
    ];
    for place in 0..SMALL.len() {
        for number in numbers {
            for replaced in 0..2 {
                let mut payload = SMALL.clone();
                payload.splice(place..place + replaced, varint(number));
                let _ = read(&payload);
            }
        }
    }
}

proptest! {
    #[test]
    fn a_length_that_the_rest_of_the_file_could_have_costs_no_more_than_the_file(
        place in any::<prop::sample::Index>(), length in 0..1_u64 << 17,
    ) {
        let place = place.index(LARGER.len());
        let mut payload = LARGER.clone();
        payload.splice(place..=place, varint(length));
        let _ = read(&payload);
    }

    #[test]
    fn parts_of_a_payload_in_other_places_are_read_or_refused(
        moves in prop::collection::vec((any::<[prop::sample::Index; 2]>(), 0..40_usize, 0..40_usize), 1..5),
    ) {
        let mut payload = LARGER.clone();
        for ([from, to], length, replaced) in moves {
            let from = from.index(payload.len());
            let part = payload[from..payload.len().min(from + length)].to_vec();
            let to = to.index(payload.len());
            let end = payload.len().min(to + replaced);
            payload.splice(to..end, part);
            prop_assume!(!payload.is_empty());
        }
        let _ = read(&payload);
    }

    #[test]
    fn a_changed_payload_is_read_or_refused_and_what_is_read_can_be_used(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut payload = SMALL.clone();
        for (at, byte) in changes {
            let at = at.index(payload.len());
            payload[at] = byte;
        }
        if let Some(cut) = cut {
            payload.truncate(cut.index(payload.len()));
        }
        if let Ok(mut model) = read(&payload) {
            let _ = render::text(&model, None);
            let _ = (render::json(&model, None), render::dot(&model, None), render::html(&model, None));
            let _ = (model.callable(), model.public(), model.ktail(3));
            model.merge(&full(4));
            prop_assert!(Model::from_bytes(&model.to_bytes().unwrap()).is_ok());
        }
    }

    #[test]
    fn any_payload_is_read_or_refused_without_harm(payload in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(model) = read(&payload) {
            let _ = render::text(&model.canonical(), None);
        }
    }

    #[test]
    fn a_payload_that_claims_to_be_huge_is_refused(length in any::<u64>()) {
        prop_assert!(read(&varint(length | 1 << 40)).is_err());
    }
}
