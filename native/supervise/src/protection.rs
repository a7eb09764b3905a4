//! Which of the protections that `SECURITY.md` names this machine gives.

use std::fs;

use crate::{Confinement, Sandbox};

/// Something that code under test is kept from, by a feature of the kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protection {
    /// What is protected, and by what, as a clause.
    pub what: &'static str,
    /// Why it is not protected here, and what to do about it; `None` where it is.
    pub lacking: Option<&'static str>,
}

/// What a machine has, as far as it decides.
#[derive(Clone, Copy, Debug)]
struct Machine {
    files: Confinement,
    /// Whether the kernel takes filters of system calls.
    filters_calls: bool,
}

impl Machine {
    fn this() -> Self {
        let actions = fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail");
        Self {
            files: Sandbox::supported(),
            filters_calls: can_filter(&actions.unwrap_or_default()),
        }
    }

    fn protections(self) -> Vec<Protection> {
        let depending = |what, is_given: bool, lacking| Protection {
            what,
            lacking: (!is_given).then_some(lacking),
        };
        let always = |what| Protection { what, lacking: None };
        vec![
            depending(
                "files elsewhere are neither written nor read (Landlock)",
                self.files == Confinement::Full,
                "this kernel has no Landlock, or it is switched off: use Linux 5.13 or newer with `landlock` among its security modules",
            ),
            depending(
                "no network, no other programs, no signals to others, nothing of the kernel that Java does not need (seccomp)",
                self.filters_calls,
                "this kernel takes no filter of system calls, so that no worker starts: use one with CONFIG_SECCOMP_FILTER",
            ),
            always("native code has no more rights than a user has, whoever starts palus (capabilities)"),
            always("memory, open files and the disk are bounded (limits of the process, counts of what is written)"),
            always("secrets of the environment stay out of tests (workers start without it)"),
            always("no class of the class path runs in the compiler, or in JUnit but as a test"),
            always("no worker outlives the run (the kernel kills it with its supervisor)"),
        ]
    }
}

/// Whether the list of what a filter may answer has an error number in it: that is the answer to what is refused.
fn can_filter(actions: &str) -> bool {
    actions.split_whitespace().any(|action| action == "errno")
}

/// What is protected on this machine, and what not. Restricts nothing.
pub fn protections() -> Vec<Protection> {
    Machine::this().protections()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_machine_lacks_is_named_and_nothing_else() {
        let lacking = |machine: Machine| -> Vec<&str> {
            let all = machine.protections();
            assert_eq!(all.len(), 7);
            let lacking = all.iter().filter_map(|protection| protection.lacking);
            lacking.filter_map(|why| why.split([',', ':']).next()).collect()
        };
        let good = Machine {
            files: Confinement::Full,
            filters_calls: true,
        };
        assert!(lacking(good).is_empty());
        let bare = Machine {
            files: Confinement::WithoutFiles,
            filters_calls: false,
        };
        let expected = [
            "this kernel has no Landlock",
            "this kernel takes no filter of system calls",
        ];
        assert_eq!(lacking(bare), expected);
    }

    #[test]
    fn a_filter_needs_an_error_number_to_answer_with() {
        assert!(can_filter("kill_process kill_thread trap errno trace log allow\n"));
        assert!(!can_filter(""));
    }
}
