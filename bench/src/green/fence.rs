//! A process that may write into one folder, and nowhere else.
//!
//! Generated tests of libraries that nobody looked at delete, move and overwrite whatever they can reach: that they do it is what the
//! table is to show, and no reason to lose a home. The system's own `unshare` gives the process mounts of its own, in which everything
//! else is read-only.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

/// Makes each file system read-only but the folder `$1`, and becomes what is behind it, in the folder `$2`. Those of the kernel (`/proc`, `/sys`, `/dev`) are left
/// alone: they hold no files of anybody.
const SCRIPT: &str = r#"
set -e
folder=$1
within=$2
shift 2
mount --make-rprivate /
mount --bind "$folder" "$folder"
while read -r _ point kind _; do
  case $kind in proc | sysfs | devtmpfs | devpts | mqueue | cgroup*) continue ;; esac
  case $point in "$folder" | /dev/*) continue ;; esac
  mount -o remount,bind,ro "$point" || exit 1
done < /proc/mounts
cd "$within"
exec "$@"
"#;

/// The command that runs another, given as arguments, in the directory `within`, so that it can write below `folder` only.
pub(super) fn fenced(folder: &Path, within: &Path) -> Command {
    let mut command = Command::new("unshare");
    command
        .args(["--mount", "--map-root-user", "--", "sh", "-c", SCRIPT, "fence"])
        .args([folder, within]);
    command
}

/// An error where there is no fence on this machine.
pub(crate) fn check(folder: &Path) -> Result<()> {
    let missing = folder.with_extension("outside");
    let script = format!("touch inside && ! touch '{}' 2>&-", missing.display());
    let holds = fenced(folder, folder)
        .args(["sh", "-c", &script])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    ensure!(
        holds && folder.join("inside").exists(),
        "the tests of these libraries can be run behind a fence only, and `unshare` gives none here; install util-linux, and allow user \
         namespaces"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fenced_in_writes_into_its_folder_alone() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("own");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(home.path().join("canary"), "").unwrap();
        check(&folder).unwrap();
        let script = "rm -rf ../canary; echo there > file";
        let status = fenced(&folder, &folder)
            .args(["sh", "-c", script])
            .stderr(Stdio::null())
            .status();
        assert!(status.unwrap().success());
        assert!(home.path().join("canary").exists() && folder.join("file").exists());
    }
}
