//! Compilers that stay: hundreds of tests compile something, and a new one loads and compiles itself first.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

use super::{SHORT, root};

/// Those that nobody uses now. They end when this program does, for then their standard input is closed.
static IDLE: Mutex<Vec<Javac>> = Mutex::new(Vec::new());

struct Javac {
    home: PathBuf,
    _process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Has the compiler of that JDK take these arguments, which are kept in a file below `scratch`; what it said when it refused.
pub fn compile(home: &Path, arguments: &[String], scratch: &Path) -> Result<(), String> {
    let quoted: Vec<String> = arguments
        .iter()
        .map(|argument| format!("\"{}\"", argument.replace('\\', "\\\\")))
        .collect();
    let file = tempfile::NamedTempFile::new_in(scratch).expect("a file of arguments");
    fs::write(file.path(), quoted.join("\n")).expect("a file of arguments");
    let mut javac = idle(home).unwrap_or_else(|| Javac::start(home));
    let answer = javac.take(file.path());
    IDLE.lock().expect("no test panics with it").push(javac);
    answer
}

fn idle(home: &Path) -> Option<Javac> {
    let mut idle = IDLE.lock().expect("no test panics with it");
    let position = idle.iter().position(|javac| javac.home == home)?;
    Some(idle.swap_remove(position))
}

impl Javac {
    fn start(home: &Path) -> Self {
        let mut process = Command::new(home.join("bin/java"))
            .args(SHORT)
            .arg(root().join("tests/support/Javac.java"))
            .env_remove("JAVA_TOOL_OPTIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java starts");
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (orders, answers) = pipes.expect("java is talked to");
        Self {
            home: home.to_owned(),
            _process: process,
            orders,
            answers: BufReader::new(answers),
        }
    }

    fn take(&mut self, arguments: &Path) -> Result<(), String> {
        writeln!(self.orders, "{}", arguments.display()).expect("javac listens");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("javac answers");
        let (code, length) = line.trim().split_once(' ').expect("a code and a length");
        let mut said = vec![0; length.parse().expect("a length")];
        self.answers.read_exact(&mut said).expect("javac answers");
        if code == "0" {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&said).into_owned())
        }
    }
}
