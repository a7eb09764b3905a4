//! Rows of a command that measures time: printed as they come, and left as JSON, as a Markdown table and as bars.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use plotters::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::surroundings;
use crate::palus::target;

/// Of the picture, in pixels.
const WIDTH: u32 = 760;
const BAR: u32 = 26;
const FONT: (&str, i32) = ("sans-serif", 13);

/// The rows so far.
pub(crate) struct Ledger {
    name: &'static str,
    title: &'static str,
    columns: Vec<&'static str>,
    /// The column that is drawn, if one is.
    drawn: Option<&'static str>,
    /// When and where, for each run that measured some of the rows.
    about: Vec<String>,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

/// What [`Ledger::leave`] left as JSON.
#[derive(Deserialize)]
struct Left {
    about: Vec<String>,
    rows: Vec<Map<String, Value>>,
    notes: Vec<String>,
}

impl Ledger {
    /// An empty one of that name; prints the heading of its table.
    pub(crate) fn open(
        name: &'static str,
        title: &'static str,
        columns: &[&'static str],
        drawn: Option<&'static str>,
    ) -> Self {
        println!("{}", line(columns));
        println!("{}", line(&vec!["---"; columns.len()]));
        Self {
            name,
            title,
            columns: columns.to_vec(),
            drawn,
            about: vec![surroundings::describe()],
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Takes over the rows and notes that an earlier run left below `target/bench`, or among the kept ones where there are none.
    pub(crate) fn resume(&mut self, kept: Option<&Path>) -> Result<()> {
        let name = format!("{}.json", self.name);
        let folders = [Some(target()?.join("bench")), kept.map(Path::to_owned)];
        let found = folders.into_iter().flatten().map(|folder| folder.join(&name));
        let Some(file) = found.into_iter().find(|file| file.is_file()) else {
            return Ok(());
        };
        self.take_over(&file)
    }

    fn take_over(&mut self, file: &Path) -> Result<()> {
        let broken = || format!("{} is of another version; remove it and run again", file.display());
        let left: Left = serde_json::from_slice(&fs::read(file)?).with_context(broken)?;
        for row in &left.rows {
            let cells: Option<Vec<String>> = self.columns.iter().map(|column| row.get(*column).map(cell)).collect();
            self.row(cells.with_context(broken)?);
        }
        self.notes = left.notes;
        self.about.splice(0..0, left.about);
        Ok(())
    }

    /// Whether a row begins with these cells.
    pub(crate) fn has(&self, first: &[&str]) -> bool {
        self.rows
            .iter()
            .any(|row| row.iter().zip(first).all(|(cell, wanted)| cell == wanted))
    }

    /// The cells of a column.
    pub(crate) fn column(&self, name: &str) -> impl Iterator<Item = &str> {
        let index = self.columns.iter().position(|column| *column == name);
        self.rows
            .iter()
            .filter_map(move |row| row.get(index?).map(String::as_str))
    }

    /// Prints and keeps a row with a cell for each column.
    pub(crate) fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        println!("{}", line(&cells));
        self.rows.push(cells);
    }

    /// Prints and keeps a sentence about the rows.
    pub(crate) fn note(&mut self, sentence: String) {
        println!("{sentence}");
        self.notes.push(sentence);
    }

    /// Prints and keeps a sentence about all rows in the place of the others.
    pub(crate) fn sum_up(&mut self, sentence: String) {
        self.notes.clear();
        self.note(sentence);
    }

    /// Writes `NAME.json`, `NAME.md` and `NAME.svg` below `target/bench`.
    pub(crate) fn leave(&self) -> Result<()> {
        let folder = target()?.join("bench");
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        self.leave_in(&folder)
    }

    fn leave_in(&self, folder: &Path) -> Result<()> {
        let file = |extension: &str| folder.join(format!("{}.{extension}", self.name));
        fs::write(file("json"), serde_json::to_vec_pretty(&self.json())?)?;
        fs::write(file("md"), self.markdown())?;
        self.draw(&file("svg"))
    }

    fn json(&self) -> Value {
        let row = |cells: &Vec<String>| {
            let cell = |(column, cell): (&&str, &String)| {
                let number = cell.parse::<f64>().ok().and_then(serde_json::Number::from_f64);
                let value = number.map_or_else(|| Value::String(cell.clone()), Value::Number);
                ((*column).to_owned(), value)
            };
            Value::Object(self.columns.iter().zip(cells).map(cell).collect::<Map<_, _>>())
        };
        serde_json::json!({
            "about": self.about,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }

    fn markdown(&self) -> String {
        let mut lines = vec![line(&self.columns), line(&vec!["---"; self.columns.len()])];
        lines.extend(self.rows.iter().map(|cells| line(cells)));
        let parts = [
            format!("## {}\n\n{}", self.title, self.about.join("\n\n")),
            lines.join("\n"),
            self.notes.join("  \n"),
        ];
        parts.join("\n\n").trim_end().to_owned() + "\n"
    }

    /// A bar a row, named by the cells that are no numbers; nothing when no row has a number to draw.
    fn draw(&self, file: &Path) -> Result<()> {
        let Some(drawn) = self.drawn else { return Ok(()) };
        let place = self.columns.iter().position(|column| *column == drawn);
        let bar = |cells: &Vec<String>| {
            let value = cells.get(place?)?.parse::<f64>().ok()?;
            let names: Vec<&str> = cells.iter().map(String::as_str).collect();
            let first_number = names.iter().position(|cell| cell.contains('.')).unwrap_or(names.len());
            Some((names[..first_number].join(" "), value))
        };
        let bars: Vec<(String, f64)> = self.rows.iter().filter_map(bar).collect();
        let most = bars.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        if most <= 0.0 {
            return Ok(());
        }
        let root = SVGBackend::new(file, (WIDTH, 40 + BAR * bars.len() as u32)).into_drawing_area();
        root.fill(&WHITE)?;
        let caption = format!("{}: {drawn}", self.title);
        root.draw(&Text::new(caption, (8, 10), ("sans-serif", 15)))?;
        for (index, (name, value)) in bars.iter().enumerate() {
            let top = 36 + (BAR * index as u32) as i32;
            let length = (value / most * f64::from(WIDTH - 380)) as i32;
            let corners = [(280, top), (280 + length, top + BAR as i32 - 8)];
            root.draw(&Text::new(name.clone(), (8, top + 2), FONT))?;
            root.draw(&Rectangle::new(corners, Palette99::pick(index).filled()))?;
            root.draw(&Text::new(value.to_string(), (286 + length, top + 2), FONT))?;
        }
        root.present()?;
        Ok(())
    }
}

/// As it was given to [`Ledger::row`]: numbers are kept as numbers.
fn cell(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.as_f64().unwrap_or_default().to_string(), str::to_owned)
}

fn line<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Ledger {
        Ledger {
            name: "x",
            title: "A title",
            columns: vec!["library", "workers", "speed"],
            drawn: Some("speed"),
            about: vec!["here and now".to_owned()],
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn rows_of_an_earlier_run_stay_as_they_were() {
        let mut ledger = empty();
        ledger.row(["first", "2", "12.5"].map(str::to_owned).to_vec());
        ledger.note("it grows".to_owned());
        let folder = tempfile::tempdir().unwrap();
        ledger.leave_in(folder.path()).unwrap();
        let mut second = empty();
        second.take_over(&folder.path().join("x.json")).unwrap();
        assert!(second.has(&["first", "2"]) && !second.has(&["first", "3"]));
        second.row(["second", "1", "7"].map(str::to_owned).to_vec());
        assert_eq!(second.rows[0], ledger.rows[0]);
        assert_eq!(second.column("speed").collect::<Vec<_>>(), ["12.5", "7"]);
        assert_eq!((second.about.len(), &second.notes), (2, &ledger.notes));
    }

    #[test]
    fn rows_are_left_as_numbers_as_a_table_and_as_bars() {
        let mut ledger = empty();
        ledger.row(["first", "2", "12.5"].map(str::to_owned).to_vec());
        ledger.note("it grows".to_owned());
        let folder = tempfile::tempdir().unwrap();
        ledger.leave_in(folder.path()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let json: Value = serde_json::from_str(&read("x.json")).unwrap();
        assert_eq!(json["rows"][0]["speed"], 12.5);
        assert!(
            read("x.md").contains("| first | 2 | 12.5 |\n\nit grows\n"),
            "{}",
            read("x.md")
        );
        assert!(read("x.svg").contains("first 2") && read("x.svg").contains("A title: speed"));
    }
}
