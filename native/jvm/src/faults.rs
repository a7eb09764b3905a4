//! What failed in the hooks and did not reach the program (`org.palus.hook.Faults`).

use crate::java::{Java, JavaError};

/// Counts since the virtual machine started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Events that were lost because there was no stack or memory left.
    pub lost: u32,
    /// Threads of which nothing was recorded any more, because a hook failed on them.
    pub stopped: u32,
}

impl Faults {
    /// Asks the hooks, which are in place.
    pub fn of(java: &Java<'_>) -> Result<Self, JavaError> {
        let class = java.class("org/palus/hook/Faults")?;
        let count = |name| {
            let method = java.static_method(class, name, "()I")?;
            // SAFETY: the method takes no argument.
            unsafe { java.call_int(method, &[]) }.map(i32::cast_unsigned)
        };
        Ok(Self {
            lost: count("lost")?,
            stopped: count("stopped")?,
        })
    }
}
