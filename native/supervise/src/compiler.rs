//! How the project compiles tests: what of it bears on whether a test compiles, as options of `javac`.

/// The settings of the compiler for a project's tests.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Compiler {
    /// The release of Java; `None`: the JDK's own.
    pub release: Option<u32>,
    /// The arguments that the project gives its compiler, whatever they are.
    pub arguments: Vec<String>,
}

/// Arguments by how they begin that can make a compiler refuse a test or warn of it, `-Werror` aside. Others say where files go, or load
/// programs into the compiler that are not at hand: annotation processors and plugins.
const BEARING: [&str; 5] = ["-Xlint", "-Xpkginfo", "-deprecation", "-nowarn", "-parameters"];

/// The same for arguments with a value, behind `=` or as the next argument. What the first one needs, no release allows.
const WITH_VALUE: [&str; 4] = ["--add-exports", "--add-reads", "--add-modules", "-encoding"];

/// What everybody is told of by the compiler, if only in a summary: tests are to say that they know.
const WATCHED: &str = "-Xlint:deprecation,removal,unchecked,rawtypes";

impl Compiler {
    /// Whether a warning is as bad as an error.
    pub fn is_strict(&self) -> bool {
        self.arguments.iter().any(|argument| argument == "-Werror")
    }

    /// The options of `javac`. `-Werror` is not among them: it ends a compilation without saying what is at fault.
    pub(crate) fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let mut arguments = self.arguments.iter();
        while let Some(argument) = arguments.next() {
            let named = WITH_VALUE.iter().find(|name| argument.starts_with(*name));
            if let Some(name) = named {
                options.push(argument.clone());
                if argument == name {
                    options.extend(arguments.next().cloned());
                }
            } else if BEARING.iter().any(|start| argument.starts_with(start)) {
                options.push(argument.clone());
            }
        }
        let opens_the_platform = options.iter().any(|option| option.starts_with("--add-exports"));
        if let Some(release) = self.release {
            let release = release.to_string();
            if opens_the_platform {
                options.extend(["-source".to_owned(), release.clone(), "-target".to_owned(), release]);
            } else {
                options.extend(["--release".to_owned(), release]);
            }
        }
        options.push(WATCHED.to_owned());
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(release: Option<u32>, arguments: &str) -> String {
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        let options = Compiler { release, arguments }.options();
        options[..options.len() - 1].join(" ")
    }

    #[test]
    fn what_decides_whether_a_test_compiles_is_passed_on_and_nothing_else() {
        assert_eq!(
            options(
                Some(8),
                "-Werror -Xlint:all -Xplugin:Check -d out -Akey=1 -encoding ISO-8859-1"
            ),
            "-Xlint:all -encoding ISO-8859-1 --release 8"
        );
        assert_eq!(options(None, "-proc:none"), "");
    }

    #[test]
    fn a_release_gives_way_to_what_it_does_not_allow() {
        assert_eq!(
            options(Some(17), "--add-exports java.base/sun.security.x509=ALL-UNNAMED"),
            "--add-exports java.base/sun.security.x509=ALL-UNNAMED -source 17 -target 17"
        );
    }
}
