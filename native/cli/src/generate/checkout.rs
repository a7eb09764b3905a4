//! Paths as everybody who works on a repository has them: from the root of the checkout, wherever that lies on a machine.

use std::path::{Path, absolute};

/// What git has in the root of a checkout: a folder, or a file in a worktree or submodule.
const MARK: &str = ".git";

/// The path of a file from the root of the checkout that it is in, with slashes; `None` when it is in none.
pub(super) fn path_in(file: &Path) -> Option<String> {
    let file = absolute(file).ok()?;
    let root = file.ancestors().skip(1).find(|folder| folder.join(MARK).exists())?;
    let inner = file.strip_prefix(root).ok()?;
    let parts: Vec<_> = inner
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_at_the_innermost_checkout() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("outer/inner/src/a/B.java");
        let mark = |folder: &str| std::fs::create_dir_all(dir.path().join(folder).join(MARK)).unwrap();
        mark("outer");
        assert_eq!(path_in(&file).as_deref(), Some("inner/src/a/B.java"));
        mark("outer/inner");
        assert_eq!(path_in(&file).as_deref(), Some("src/a/B.java"));
    }

    #[test]
    fn a_file_outside_every_checkout_has_no_path_in_one() {
        assert_eq!(path_in(Path::new("/no-such-folder/B.java")), None);
    }
}
