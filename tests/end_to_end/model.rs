//! `palus model` on recordings of real virtual machines.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{Work, jdks, root};
use serde_json::Value;

/// Every transition of a class as one line: source, target, position, method, nested, and what is passed.
fn lines(model: &Value, class: &str) -> BTreeSet<String> {
    let classes = model["classes"].as_array().expect("there are classes");
    let class = classes
        .iter()
        .find(|known| known["name"] == class)
        .expect("the class is modelled");
    let nodes = class["nodes"].as_array().expect("it has nodes").iter();
    let transitions = nodes.enumerate().flat_map(|(source, node)| {
        let transitions = node["transitions"].as_array().expect("it has transitions").iter();
        transitions.map(move |transition| (source, transition))
    });
    transitions
        .map(|(source, transition)| line(source, transition))
        .collect()
}

fn line(source: usize, transition: &Value) -> String {
    let position = &transition["position"];
    let role = position
        .as_str()
        .map_or_else(|| format!("argument {position}"), str::to_owned);
    let owner = transition["owner"]
        .as_str()
        .unwrap()
        .rsplit('.')
        .next()
        .unwrap()
        .to_owned();
    let nested = transition["nested_to"]
        .as_u64()
        .map_or(String::new(), |end| format!(" nested to {end}"));
    let dependences = transition["dependences"].as_array().unwrap().iter().map(|edge| {
        let class = edge["class"].as_str().unwrap().rsplit('.').next().unwrap();
        format!(" input {}: {class}@{} x{}", edge["input"], edge["state"], edge["count"])
    });
    let (target, name) = (&transition["target"], transition["name"].as_str().unwrap());
    format!(
        "{source} -> {target} {role} of {owner}.{name}{nested}{}",
        dependences.collect::<String>()
    )
}

/// The fields of an object's profile, one line each.
fn profile(object: &Value) -> Vec<String> {
    let fields = object["profile"].as_array().expect("it has a profile").iter();
    fields
        .map(|field| {
            let owner = field["owner"].as_str().unwrap().rsplit('.').next().unwrap();
            let is = field["is"]
                .as_str()
                .map_or_else(|| field["is"].to_string(), str::to_owned);
            format!("{owner}.{} {is}", field["field"].as_str().unwrap())
        })
        .collect()
}

/// Which method accessed which field, and how often.
fn accesses(model: &Value) -> BTreeSet<String> {
    let simple = |name: &Value| name.as_str().unwrap().rsplit('.').next().unwrap().to_owned();
    let line = |access: &Value| {
        format!(
            "{}.{} {}.{} {} reads {} writes",
            simple(&access["owner"]),
            access["name"].as_str().unwrap(),
            simple(&access["field_owner"]),
            access["field"].as_str().unwrap(),
            access["reads"],
            access["writes"]
        )
    };
    model["accesses"].as_array().unwrap().iter().map(line).collect()
}

fn set(lines: &[&str]) -> BTreeSet<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

#[test]
fn model_of_the_papers_example_has_the_papers_edges() {
    for jdk in jdks() {
        let work = Work::on_subject("database", jdk);
        work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
            .exits(0);
        let model = work.palus("model run.palus --format json").exits(0).stdout();
        let model: Value = serde_json::from_str(&model).expect("it is JSON");
        // Constructed, then connect, in which it is passed to the constructor of the connection.
        assert_eq!(
            lines(&model, "demo.Driver"),
            set(&[
                "0 -> 1 receiver of Driver.<init>",
                "1 -> 2 receiver of Driver.connect",
                "1 -> 2 argument 3 of Connection.<init> nested to 2",
            ]),
            "JDK {}",
            jdk.feature
        );
        // The result of connect, its own constructor beside it; the argument of the statement's constructor; close.
        assert_eq!(
            lines(&model, "demo.Connection"),
            set(&[
                "0 -> 1 result of Driver.connect input 0: Driver@1 x1",
                "0 -> 1 receiver of Connection.<init> nested to 1 input 2: Driver@1 x1",
                "1 -> 2 argument 1 of Statement.<init>",
                "2 -> 3 receiver of Connection.close",
            ]),
            "JDK {}",
            jdk.feature
        );
        assert_eq!(
            lines(&model, "demo.Statement"),
            set(&[
                "0 -> 1 receiver of Statement.<init> input 0: Connection@1 x1",
                "1 -> 2 receiver of Statement.executeQuery",
                "2 -> 3 receiver of Statement.close",
            ]),
            "JDK {}",
            jdk.feature
        );
        assert_eq!(
            accesses(&model),
            set(&[
                "Connection.<init> Connection.driver 0 reads 1 writes",
                "Connection.<init> Connection.tsql 0 reads 1 writes",
                "Connection.<init> Connection.url 0 reads 1 writes",
                "Connection.<init> Connection.user 0 reads 1 writes",
                "Connection.close Connection.tsql 0 reads 1 writes",
                "Statement.<init> Connection.tsql 1 reads 0 writes",
                "Statement.<init> Statement.connection 0 reads 1 writes",
                "Statement.executeQuery Statement.connection 1 reads 0 writes",
                "Statement.close Statement.connection 0 reads 1 writes",
            ]),
            "JDK {}",
            jdk.feature
        );
        let connection = &model["classes"][2]["nodes"][0]["transitions"][0]["observations"][0]["inputs"][0];
        assert_eq!(
            profile(connection),
            [
                "Connection.url non-null",
                "Connection.user non-null",
                "Connection.tsql non-null",
                "Connection.driver non-null",
            ],
            "JDK {}",
            jdk.feature
        );
        let query = &model["classes"][2]["nodes"][1]["transitions"][0]["observations"][0]["inputs"][1];
        assert_eq!(query["value"], "select * from table_name");
    }
}

#[test]
fn model_has_profiles_of_objects_and_elements_of_arrays() {
    for jdk in jdks() {
        let work = Work::on_subject("profiles", jdk);
        work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
            .exits(0);
        let model = work.palus("model run.palus --format json").exits(0).stdout();
        let model: Value = serde_json::from_str(&model).expect("it is JSON");
        let statics = model["statics"].as_array().expect("there are static methods");
        let take = statics.iter().find(|method| method["name"] == "take").unwrap();
        let passed: Vec<&Value> = take["observations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|observation| &observation["inputs"][0])
            .collect();
        let object = |class: &str| passed.iter().find(|input| input["class"] == class).unwrap();
        assert_eq!(
            profile(object("demo.Tile")),
            [
                "Shape.sides positive",
                "Tile.isLoose true",
                "Tile.weight nan",
                "Tile.area negative",
                "Tile.colour 2",
                "Tile.back null",
                "Tile.marks empty",
                "Tile.names contains-null",
                "Tile.plain other",
                "Tile.none null",
                "Tile.other null",
            ],
            "JDK {}",
            jdk.feature
        );
        assert_eq!(profile(object("demo.Tile$Corner")), ["Tile$Corner.letter zero"]);
        assert_eq!(profile(object("demo.Tile$Handle")), ["Tile$Handle.uses zero"]);
        let list = profile(object("java.util.ArrayList"));
        assert!(list.contains(&"ArrayList.elementData empty".to_owned()), "{list:?}");
        assert!(list.contains(&"ArrayList.size zero".to_owned()), "{list:?}");
        let context = profile(object("java.math.MathContext"));
        assert!(
            context.contains(&"MathContext.roundingMode 1".to_owned()),
            "an enum of the JDK by its ordinal: {context:?}"
        );
        let arrays: BTreeSet<String> = passed
            .iter()
            .filter(|input| input["kind"] == "array")
            .map(ToString::to_string)
            .collect();
        assert_eq!(arrays.len(), 3, "{arrays:?}");
        // Named by a subclass in the class file, declared above it; read once, counted once in each constructor.
        let accesses = accesses(&model);
        assert!(
            accesses.contains("Main.main Shape.made 1 reads 0 writes"),
            "{accesses:?}"
        );
        assert!(
            accesses.contains("Shape.<init> Shape.made 1 reads 1 writes"),
            "{accesses:?}"
        );
        assert!(
            accesses.iter().all(|line| !line.contains("modCount")),
            "of a class that is not recorded: {accesses:?}"
        );
    }
}

#[test]
fn model_is_shown_in_every_form_and_folded() {
    let work = Work::on_subject("connection", &jdks()[0]);
    work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
        .exits(0);
    let whole = work.palus("model run.palus --class demo.Connection").exits(0).stdout();
    assert!(!whole.contains('\x1b'), "a pipe has no colours");
    let folded = work
        .palus("model run.palus --class demo.Connection --ktail 1")
        .exits(0)
        .stdout();
    assert!(folded.lines().count() <= whole.lines().count(), "{folded}");
    work.palus("model run.palus --ktail 0").exits(2);
    let dot = work.palus("model run.palus --format dot").exits(0).stdout();
    assert!(
        dot.starts_with("digraph model {") && dot.contains("style=dashed"),
        "{dot}"
    );
    let html = work.palus("model run.palus --format html").exits(0).stdout();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("demo.Session"));
    assert!(
        !html.contains("src=") && !html.contains("@import"),
        "the page loads nothing"
    );
}

/// A Chromium of this machine, or the one in `PALUS_TEST_CHROMIUM`.
fn chromium() -> Option<PathBuf> {
    let given = std::env::var_os("PALUS_TEST_CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "headless_shell"];
    let mut candidates = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    given.or_else(|| candidates.find(|candidate| candidate.is_file()))
}

/// A page among the artefacts of the test run, looked at in a browser.
struct Page {
    path: PathBuf,
    browser: PathBuf,
    work: Work,
}

impl Page {
    /// The page of a subject's run. None, and a word about it, when there is no browser to look at it.
    fn of(subject: &str) -> Option<Self> {
        let work = Work::on_subject(subject, &jdks()[0]);
        work.palus("record --out run.palus --include demo.* --exclude demo.Main -- java -cp classes demo.Main")
            .exits(0);
        let html = work.palus("model run.palus --format html").exits(0).stdout();
        let path = artefact(&format!("{subject}.html"));
        fs::write(&path, html).unwrap();
        let Some(browser) = chromium() else {
            eprintln!("no Chromium here: {} was written and not looked at", path.display());
            return None;
        };
        Some(Self { path, browser, work })
    }

    /// What the browser makes of the page of a class. Its picture is an artefact of the test run.
    fn drawn(&self, class: &str, picture: &str) -> String {
        let picture = artefact(picture);
        let _ = fs::remove_file(&picture);
        self.browse(class, &format!("--screenshot={}", picture.display()));
        assert!(picture.is_file(), "the picture of {class} was taken");
        self.browse(class, "--dump-dom")
    }

    fn browse(&self, class: &str, action: &str) -> String {
        let address = format!("file://{}#class={class}", self.path.display());
        let output = Command::new(&self.browser)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--window-size=1440,900",
            ])
            .args(["--virtual-time-budget=4000", action, &address])
            .arg(format!("--user-data-dir={}", self.work.path("browser").display()))
            .output()
            .expect("the browser starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

fn artefact(name: &str) -> PathBuf {
    let artefacts = root().join("target").join("model-page");
    fs::create_dir_all(&artefacts).unwrap();
    artefacts.join(name)
}

/// The value of an attribute of the first element of what follows.
fn attribute<'h>(html: &'h str, name: &str) -> &'h str {
    let value = html.split_once(&format!("{name}=\"")).expect("it has the attribute").1;
    value.split('"').next().unwrap_or_default()
}

/// Left, top, right and bottom of each line of the labels.
fn labels(drawn: &str) -> Vec<[f64; 4]> {
    let labels = drawn.split("<g class=\"label").skip(1);
    labels
        .map(|label| {
            let number = |name: &str| attribute(label, name).parse::<f64>().unwrap();
            let (x, y) = (number(" x"), number(" y"));
            [x, y, x + number(" width"), y + number(" height")]
        })
        .collect()
}

/// Whether no label hides another, and labels are large enough to be read.
fn assert_readable(drawn: &str) {
    let labels = labels(drawn);
    assert!(!labels.is_empty(), "calls are named");
    for (place, a) in labels.iter().enumerate() {
        for b in &labels[..place] {
            let is_apart = (0..2).any(|axis| a[axis] + 0.5 > b[axis + 2] || b[axis] + 0.5 > a[axis + 2]);
            assert!(is_apart, "{a:?} and {b:?}");
        }
    }
    let view = drawn.split_once("id=\"view\"").expect("there is a drawing").1;
    let scale = attribute(view, "transform")
        .split_once("scale(")
        .expect("it has a scale")
        .1;
    let scale: f64 = scale.trim_end_matches(')').parse().unwrap();
    assert!(scale >= 0.85, "labels of 11.5 pixels are drawn at {scale}");
}

#[test]
fn model_page_draws_the_automaton_in_a_browser() {
    let Some(page) = Page::of("database") else { return };
    let drawn = page.drawn("demo.Connection", "database.png");
    assert!(drawn.contains("<h2 id=\"title\">Connection"), "the class is shown");
    assert_eq!(drawn.matches("class=\"node").count(), 4, "four states are drawn");
    assert_eq!(
        drawn.matches("class=\"ghost\"").count(),
        1,
        "the driver's state is drawn as a dependence"
    );
    assert!(drawn.contains("close()") && drawn.contains("arg 1 of new Statement"));
    assert_readable(&drawn);
}

#[test]
fn model_page_can_be_read_for_a_class_of_any_size() {
    let Some(page) = Page::of("pictures") else { return };
    let small = page.drawn("demo.Switch", "small.png");
    assert_eq!(small.matches("class=\"node").count(), 3);
    assert_readable(&small);
    let middling = page.drawn("demo.Buffer", "middling.png");
    assert!(folding(&middling).starts_with("off: all "), "{}", folding(&middling));
    assert_readable(&middling);
    let large = page.drawn("demo.Document", "large.png");
    let words: Vec<&str> = folding(&large).split(' ').collect();
    let ["K", "=", _, left, "of", all, "states"] = words[..] else {
        panic!("hundreds of states are folded, by a K that is told: {words:?}");
    };
    let (left, all): (u32, u32) = (left.parse().unwrap(), all.parse().unwrap());
    assert!(all >= 300 && left < all, "{left} of {all}");
    assert_readable(&large);
}

/// What stands beside the slider.
fn folding(drawn: &str) -> &str {
    let words = drawn.split_once("id=\"k-word\">").expect("there is a slider").1;
    words.split('<').next().unwrap_or_default()
}
