//! Progress on standard error: a bar on a terminal, plain lines elsewhere, nothing when quiet.

use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a plain line is written.
const EVERY: Duration = Duration::from_secs(10);

/// Where progress goes.
pub(crate) enum Reporter {
    /// Nowhere.
    Quiet,
    /// A bar that is drawn over and over.
    Bar(ProgressBar),
    /// Lines, and when the last one was written.
    Lines(Mutex<Instant>),
}

impl Reporter {
    /// What fits standard error.
    pub(crate) fn new(quiet: bool) -> Self {
        if quiet {
            return Self::Quiet;
        }
        if !std::io::stderr().is_terminal() {
            return Self::Lines(Mutex::new(Instant::now()));
        }
        let bar = ProgressBar::new(1000);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix:<11} [{bar:30}] {elapsed} {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        Self::Bar(bar)
    }

    /// A new part of the work begins.
    pub(crate) fn phase(&self, name: &'static str, what: &str) {
        match self {
            Self::Quiet => {}
            Self::Bar(bar) => {
                bar.set_prefix(name);
                bar.set_message(what.to_owned());
                bar.set_position(0);
            }
            Self::Lines(last) => {
                eprintln!("palus: {name}: {what}");
                if let Ok(mut last) = last.lock() {
                    *last = Instant::now();
                }
            }
        }
    }

    /// The part goes on; `done` is its share that is over, from 0 to 1.
    pub(crate) fn update(&self, done: f64, message: impl Fn() -> String) {
        match self {
            Self::Quiet => {}
            Self::Bar(bar) => {
                bar.set_position((done.clamp(0.0, 1.0) * 1000.0) as u64);
                bar.set_message(message());
            }
            Self::Lines(last) => {
                if let Ok(mut last) = last.lock()
                    && last.elapsed() >= EVERY
                {
                    *last = Instant::now();
                    eprintln!("palus: {}", message());
                }
            }
        }
    }

    /// Something that the reader should know although the work goes on.
    pub(crate) fn warn(&self, message: &str) {
        match self {
            Self::Bar(bar) => bar.suspend(|| eprintln!("palus: {message}")),
            Self::Quiet | Self::Lines(_) => eprintln!("palus: {message}"),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.finish();
    }
}
