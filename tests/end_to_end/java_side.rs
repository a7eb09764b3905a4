//! The unit tests of the Java side, so that one command runs all tests.

use std::process::Command;

use crate::support::{SHORT, root};

#[test]
fn the_java_side_passes_its_own_tests() {
    let build = root().join("target/java-agent-tests");
    let run = |offline: bool| {
        let mut mvn = Command::new("mvn");
        mvn.args(["-B", "-q", "-ntp"]).args(offline.then_some("-o"));
        mvn.arg("-f").arg(root().join("java-agent/pom.xml"));
        mvn.arg(format!("-Dpalus.build.directory={}", build.display()))
            .arg("package");
        mvn.env("MAVEN_OPTS", SHORT.join(" "));
        mvn.env_remove("JAVA_TOOL_OPTIONS").output().expect("mvn starts")
    };
    // From the cache first; what a test run needs beyond a build may not be in it yet.
    let output = Some(run(true))
        .filter(|output| output.status.success())
        .unwrap_or_else(|| run(false));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
