//! How the recorder gets into a virtual machine: among the arguments of a `java`, else by `JAVA_TOOL_OPTIONS`; into those that a
//! `java` starts by `JAVA_TOOL_OPTIONS` too, which the library sets there when that one has read its own.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use anyhow::bail;
use palus_supervise::encode_option;

use crate::args::{KeepTraceArgs, RedactionArgs};
use crate::parts::Parts;

const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// What the library is to make of [`TOOL_OPTIONS`] for the processes that its own starts; `native/agent/src/children.rs` reads it.
const CHILDREN_OPTIONS: &str = "PALUS_CHILDREN_OPTIONS";

/// `-agentpath:LIBRARY=record,out=FILE,include=A:B,exclude=C`.
pub(crate) fn option(library: &Path, out: &Path, include: &[String], exclude: &[String]) -> anyhow::Result<OsString> {
    let mut option = OsString::from("-agentpath:");
    option.push(library);
    option.push("=record,out=");
    option.push(encode_out(out));
    option.push(filters(include, exclude)?);
    Ok(option)
}

/// `DIR/%p.palus`: the folder encoded, and `%p` left to stand for the process id.
pub(crate) fn encode_out(out: &Path) -> OsString {
    let mut encoded = encode_option(out.parent().unwrap_or(Path::new("")).as_os_str());
    encoded.push("/");
    encoded.push(out.file_name().unwrap_or_default());
    encoded
}

/// `,include=A:B,exclude=C`; everything is included when nothing is.
pub(crate) fn filters(include: &[String], exclude: &[String]) -> anyhow::Result<OsString> {
    let mut option = OsString::new();
    let all = ["*".to_owned()];
    let include = if include.is_empty() { all.as_slice() } else { include };
    for (key, globs) in [(",include=", include), (",exclude=", exclude)] {
        option.push(of_classes(key, globs)?);
    }
    Ok(option)
}

/// `,collaborators=A:B`, or nothing.
pub(crate) fn collaborators(globs: &[String]) -> anyhow::Result<OsString> {
    of_classes(",collaborators=", globs)
}

fn of_classes(key: &str, globs: &[String]) -> anyhow::Result<OsString> {
    let mut option = OsString::new();
    if let Some(glob) = globs.iter().find(|glob| !is_glob(glob)) {
        bail!("`{glob}` is no pattern for class names; write one like org.example.*");
    }
    if !globs.is_empty() {
        option.push(key);
        option.push(globs.join(":"));
    }
    Ok(option)
}

/// `,redact=A:B,redaction-key=FILE`, or that nothing is to be redacted.
pub(crate) fn redaction(args: &RedactionArgs, parts: &Parts) -> anyhow::Result<OsString> {
    if args.no_redaction {
        return Ok(",redaction=off".into());
    }
    let mut option = OsString::from(",redaction-key=");
    option.push(encode_option(parts.redaction_key().as_os_str()));
    if let Some(glob) = args.redact.iter().find(|glob| !is_glob(glob)) {
        bail!(
            "`{glob}` is no pattern for methods, parameters and fields; write one like iban*, or org.example.Account.setPin"
        );
    }
    if !args.redact.is_empty() {
        option.push(",redact=");
        option.push(args.redact.join(":"));
    }
    Ok(option)
}

/// `,keep-trace=FILE,states=on,statics=on,nested=on`, or nothing.
pub(crate) fn trace(args: &KeepTraceArgs, parts: &Parts) -> anyhow::Result<OsString> {
    let mut option = OsString::new();
    let rules = args.rules.rules()?;
    if !args.rules.is_usual() && !args.states {
        bail!("--ignore-field and --raw-collections say how states are made; add --states");
    }
    if args.keep_trace.is_some() {
        option.push(",keep-trace=");
        option.push(encode_out(&parts.trace()));
        option.push(if args.states { ",states=on" } else { "" });
        option.push(if args.statics { ",statics=on" } else { "" });
        option.push(if args.nested { ",nested=on" } else { "" });
        if !rules.ignored.is_empty() {
            option.push(",ignore-field=");
            option.push(rules.ignored.join(":"));
        }
        option.push(if rules.raw_collections {
            ",raw-collections=on"
        } else {
            ""
        });
    }
    Ok(option)
}

/// Letters of class names, dots and `*`: nothing that has a meaning in the option string.
fn is_glob(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "._$*".contains(c))
}

/// The command with the recorder in it.
pub(crate) fn command(program: &OsStr, arguments: &[OsString], option: &OsStr) -> Command {
    let mut command = Command::new(program);
    if Path::new(program).file_name() == Some(OsStr::new("java")) {
        command
            .arg(option)
            .args(arguments)
            .env(CHILDREN_OPTIONS, tool_options(env::var_os(TOOL_OPTIONS), option));
    } else {
        command
            .args(arguments)
            .env(TOOL_OPTIONS, tool_options(env::var_os(TOOL_OPTIONS), option));
    }
    command
}

/// What is there already, then ours. The virtual machine splits at blanks outside of quotes.
fn tool_options(existing: Option<OsString>, option: &OsStr) -> OsString {
    let mut options = existing.unwrap_or_default();
    if !options.is_empty() {
        options.push(" ");
    }
    if option.as_encoded_bytes().iter().any(u8::is_ascii_whitespace) {
        options.push("\"");
        options.push(option);
        options.push("\"");
    } else {
        options.push(option);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option_for(include: &[&str], exclude: &[&str]) -> anyhow::Result<String> {
        let owned = |globs: &[&str]| globs.iter().map(|&g| g.to_owned()).collect::<Vec<_>>();
        let (include, exclude) = (owned(include), owned(exclude));
        option(
            Path::new("/p/libpalus.so"),
            Path::new("/t/%p.palus"),
            &include,
            &exclude,
        )
        .map(|option| option.into_string().unwrap())
    }

    #[test]
    fn everything_is_recorded_unless_said_otherwise() {
        assert_eq!(
            option_for(&[], &[]).unwrap(),
            "-agentpath:/p/libpalus.so=record,out=/t/%p.palus,include=*"
        );
        assert_eq!(
            option_for(&["a.*", "b.C"], &["a.x.*"]).unwrap(),
            "-agentpath:/p/libpalus.so=record,out=/t/%p.palus,include=a.*:b.C,exclude=a.x.*"
        );
    }

    #[test]
    fn a_pattern_that_would_break_the_option_is_refused() {
        for wrong in ["a,b", "a:b", "", "a b", "out=x"] {
            assert!(option_for(&[wrong], &[]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_java_gets_the_recorder_as_its_first_argument() {
        let command = command(
            "/jdk/bin/java".as_ref(),
            &["-cp".into(), "x".into()],
            "-agentpath:p".as_ref(),
        );
        assert_eq!(command.get_args().collect::<Vec<_>>(), ["-agentpath:p", "-cp", "x"]);
        // By the environment it would say so on its stderr.
        let names: Vec<_> = command.get_envs().map(|(name, _)| name).collect();
        assert_eq!(names, [CHILDREN_OPTIONS]);
    }

    #[test]
    fn another_command_gets_it_by_the_environment() {
        let command = command("mvn".as_ref(), &["test".into()], "-agentpath:p".as_ref());
        assert_eq!(command.get_args().collect::<Vec<_>>(), ["test"]);
        assert!(command.get_envs().any(|(name, _)| name == TOOL_OPTIONS));
    }

    #[test]
    fn options_that_are_there_stay_and_blanks_are_quoted() {
        let joined = |existing: Option<&str>, option: &str| tool_options(existing.map(Into::into), option.as_ref());
        assert_eq!(joined(Some("-Xmx1g"), "-agentpath:p"), "-Xmx1g -agentpath:p");
        assert_eq!(joined(None, "-agentpath:/a b/p"), "\"-agentpath:/a b/p\"");
    }
}
