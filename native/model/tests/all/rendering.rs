//! The forms in which a model is shown.

use palus_model::{Model, render};
use palus_trace::{FieldKind, Profile};

use crate::common::{Arg, Program};

fn model() -> Model {
    let mut program = Program::new();
    program.lay_out("demo.A", &[("open", FieldKind::Boolean)]);
    program.profile = Profile(3);
    let a = ("demo.A", 1);
    program.test("demo.ATest.sends()V", |program| {
        program.new_object("demo.A.<init>()V", a, &[]);
        let text = Arg::Text("</script><script>\"\\");
        program.call("demo.A.send(Ljava/lang/String;)V", a, &[text], None, |inside| {
            inside.call("private demo.A.flush()V", a, &[], None, |_| ());
        });
    });
    program.new_object("demo.B.<init>(Ldemo/A;)V", ("demo.B", 2), &[Arg::Of("demo.A", 1)]);
    program.call_throws("demo.A.close()V", a, &[], "java.lang.IllegalStateException", |_| ());
    program.finish()
}

#[test]
fn colours_change_nothing_but_the_colours() {
    let model = model();
    let coloured = render::coloured(&model, None);
    assert!(
        coloured.contains("\x1b[31mthrew java.lang.IllegalStateException\x1b[0m"),
        "{coloured}"
    );
    let mut plain = String::new();
    for (index, part) in coloured.split("\x1b[").enumerate() {
        let text = if index == 0 {
            part
        } else {
            part.split_once('m').unwrap().1
        };
        plain.push_str(text);
    }
    assert_eq!(plain, render::text(&model, None));
}

#[test]
fn graphviz_gets_a_cluster_a_class_and_dashed_dependences() {
    insta::assert_snapshot!(render::dot(&model(), None));
}

#[test]
fn graphviz_gets_a_box_for_a_state_of_a_class_that_is_not_shown() {
    let dot = render::dot(&model(), Some("demo.B"));
    assert!(dot.contains("\"demo.A @2\" [shape=box"), "{dot}");
    assert!(!dot.contains("label=\"demo.A\""), "{dot}");
}

#[test]
fn a_value_cannot_end_the_script_that_holds_it() {
    let page = render::html(&model(), None);
    let data = page
        .split("<script type=\"application/json\" id=\"data\">")
        .nth(1)
        .unwrap();
    let data = data.split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).expect("the data is whole");
    assert_eq!(data["classes"][0]["name"], "demo.A");
    assert_eq!(page.matches("</script>").count(), 3);
    let sent = &data["classes"][0]["edges"][2]["seen"][0];
    assert_eq!(sent[1][1][0], "\"</script><script>\\\"\\\\\"");
    assert_eq!(data["profiles"][0][0], "open = true");
}

#[test]
fn a_page_of_one_class_holds_that_class_only() {
    let page = render::html(&model(), Some("demo.B"));
    assert!(page.contains("\"name\":\"demo.B\"") && !page.contains("\"name\":\"demo.A\""));
}

#[test]
fn json_has_profiles_dependences_and_origins() {
    let json = render::json(&model(), None);
    let constructor = &json["classes"][1]["nodes"][0]["transitions"][0];
    assert_eq!(
        constructor["dependences"],
        serde_json::json!([{ "input": 0, "class": "demo.A", "state": 2, "count": 1 }])
    );
    let input = &constructor["observations"][0]["inputs"][0];
    assert_eq!(
        input["profile"],
        serde_json::json!([{ "owner": "demo.A", "field": "open", "is": true }])
    );
    let made = &json["classes"][0]["nodes"][0]["transitions"][0];
    assert_eq!(
        (&made["origins"][0]["name"], &made["origins"][0]["count"]),
        (&"sends".into(), &1.into())
    );
}
