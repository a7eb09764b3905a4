//! The recorder in virtual machines that this one starts.

use std::env;

/// Holds what `JAVA_TOOL_OPTIONS` is to be for them; `palus record` sets it where the recorder came by an argument.
const CHILDREN_OPTIONS: &str = "PALUS_CHILDREN_OPTIONS";

/// Changes the environment that processes started from now on inherit. This virtual machine has read its own options already,
/// and so says nothing of those on its stderr.
#[expect(
    unsafe_code,
    reason = "to change the environment is unsafe where another thread may read it"
)]
pub(crate) fn record_them_too() {
    let Some(options) = env::var_os(CHILDREN_OPTIONS) else {
        return;
    };
    // SAFETY: `Agent_OnLoad` runs in the thread that creates the virtual machine, before any that runs code of the program; the JDK
    // copies the environment later, when the program first asks for it.
    unsafe {
        env::remove_var(CHILDREN_OPTIONS);
        env::set_var("JAVA_TOOL_OPTIONS", options);
    }
}
