package org.palus.gradle;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.palus.gradle.engine.Build;

/** The example as it stands, with all of Palus out of a repository. */
class ExampleTest {
  @TempDir Path folder;

  @Test
  @Tag("quick")
  void theExampleBuildsWithWhatAUserInstalls() throws Exception {
    String packages = System.getProperty("palus.test.packages", "");
    assumeFalse(packages.isEmpty(), "palus.test.packages names no repository with this build");
    Path example = Path.of(System.getProperty("palus.test.examples"), "gradle");
    Build build = Build.of(example).copiedTo(folder.resolve("example"));
    // In front of the example's own repositories, which are on the network.
    Path script = folder.resolve("repositories.gradle");
    Files.writeString(
        script,
        String.join(
            "\n",
            "def local = { handler ->",
            "  handler.maven { url = uri('" + packages + "') }",
            "  handler.maven { url = uri('" + System.getProperty("palus.test.repository") + "') }",
            "}",
            "beforeSettings { settings -> local(settings.pluginManagement.repositories) }",
            "allprojects { local(repositories) }",
            ""));
    BuildResult result =
        build.runWithoutInjection(
            "-I", script.toString(), "palusTest", "palusReport", "--warning-mode=fail");
    Ran.recorded(build, result);
    Ran.generatedTests(build, result);
    assertTrue(build.filesBelow("build/reports/palus").contains("report.html"));
  }
}
