//! What a process that runs code under test may read: what a virtual machine needs to run, and nothing that tells of its owner.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What every virtual machine reads, whatever it runs: the libraries of the system with their settings, fonts, time zones, and what the
/// kernel tells of the machine. Found by tracing what `HotSpot` 17 and 25 open. Of `/etc`, `/proc` and `/dev` single files only:
/// `/proc/self/environ`, the command lines of other processes and `/etc/passwd` are not among them.
pub(crate) const SYSTEM: [&str; 32] = [
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share",
    "/usr/local/share/fonts",
    "/lib",
    "/lib32",
    "/lib64",
    // Where the libraries of the system are on NixOS and Guix.
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/nsswitch.conf",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/os-release",
    "/etc/fonts",
    "/var/cache/fontconfig",
    "/sys/fs/cgroup",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/kernel/mm/transparent_hugepage",
    "/proc/self/maps",
    "/proc/self/stat",
    // Of the thread that searches: how long it waited for a processor.
    "/proc/thread-self/schedstat",
    "/proc/self/coredump_filter",
    "/proc/meminfo",
    "/proc/cpuinfo",
    "/proc/stat",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
];

/// The home of a Java, and what its symbolic links lead to: packagers keep its settings and certificates elsewhere.
pub(crate) fn of_java(home: &Path) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![home.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(entry.path()),
                Ok(kind) if kind.is_symlink() => found.extend(fs::canonicalize(entry.path())),
                _ => {}
            }
        }
    }
    found.retain(|target| !target.starts_with(home));
    let mut all = vec![home.to_path_buf()];
    all.extend(found);
    all
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn settings_that_a_java_links_to_are_read_and_what_lies_beside_them_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let (home, settings) = (root.join("jdk"), root.join("etc"));
        fs::create_dir_all(home.join("conf")).unwrap();
        fs::create_dir(&settings).unwrap();
        for name in ["net.properties", "secret"] {
            fs::write(settings.join(name), "").unwrap();
        }
        symlink(settings.join("net.properties"), home.join("conf/net.properties")).unwrap();
        symlink("net.properties", home.join("conf/other.properties")).unwrap();
        assert_eq!(of_java(&home), [home, settings.join("net.properties")]);
    }
}
