//! Whatever the events say, the fold ends with a model and without harm.

use std::sync::Arc;

use palus_model::{Builder, render};
use palus_trace::{Dictionary, Event, Profile, Seen};
use proptest::prelude::*;

fn event(kind: u8, method: u32, depth: u32, class: u32, object: u64) -> Event<'static> {
    let seen = match kind / 8 {
        0 => Seen::None,
        1 => Seen::Uninitialised,
        2 => Seen::Null,
        _ => Seen::Object {
            class,
            object,
            profile: Profile(object),
        },
    };
    match kind % 8 {
        0 | 1 => Event::Enter {
            method,
            depth,
            receiver: seen,
        },
        2 => Event::Argument {
            position: depth as u16,
            value: seen,
        },
        3 => Event::Initialised {
            method,
            depth,
            class,
            object,
        },
        4 | 5 => Event::Exit {
            method,
            depth,
            result: seen,
        },
        6 => Event::Threw {
            method,
            depth,
            class,
            object,
        },
        7 if depth.is_multiple_of(2) => Event::Caught { method, depth },
        7 => Event::Test {
            method,
            starts: object.is_multiple_of(2),
        },
        _ => Event::Dead { object },
    }
}

proptest! {
    #[test]
    fn any_order_of_any_events_gives_a_model(
        events in prop::collection::vec((0_u64..3, 0_u8..64, 0_u32..6, 0_u32..5, 0_u32..4, 0_u64..5), 0..300),
    ) {
        let dictionary = Arc::new(Dictionary::default());
        for class in ["a.A", "a.B"] {
            dictionary.class_id(class);
            dictionary.method_id(class, "<init>", "()V", 1);
            dictionary.method_id(class, "make", "(La/A;)La/B;", 1);
            dictionary.method_id("a.C", class, "(La/A;)La/C;", 1 | palus_trace::CALL_SITE);
        }
        let mut builder = Builder::new(dictionary);
        for (thread, kind, method, depth, class, object) in events {
            if kind == 63 {
                builder.thread_ended(thread);
            } else {
                builder.fold(thread, event(kind, method, depth, class, object));
            }
        }
        let model = builder.finish();
        prop_assert_eq!(&model.canonical(), &model);
        prop_assert_eq!(&model.ktail(2), &model.ktail(2).canonical());
        let json = render::json(&model, None);
        prop_assert_eq!(json["classes"].as_array().map(Vec::len), Some(model.classes.len()));
        prop_assert_eq!(json["schema"].as_u64(), Some(2));
    }
}
