package org.palus.gradle;

import java.util.Map;
import org.gradle.api.tasks.testing.Test;
import org.gradle.api.tasks.testing.TestFrameworkOptions;
import org.gradle.api.tasks.testing.junit.JUnitOptions;
import org.gradle.api.tasks.testing.junitplatform.JUnitPlatformOptions;
import org.gradle.api.tasks.testing.testng.TestNGOptions;
import org.gradle.process.CommandLineArgumentProvider;

/** Makes one test task run what another runs, as that one does. */
final class TracedTests {
  private TracedTests() {}

  /**
   * Gives {@code copy} the tests, the framework and the JVM of {@code original}, agents of reports
   * left out.
   */
  static void likeThat(Test copy, Test original) {
    copy.setTestClassesDirs(original.getTestClassesDirs());
    copy.setClasspath(original.getClasspath());
    copy.dependsOn(original.getDependsOn());
    copy.setIncludes(original.getIncludes());
    copy.setExcludes(original.getExcludes());
    copy.setScanForTestClasses(original.isScanForTestClasses());
    copy.getFilter()
        .setIncludePatterns(original.getFilter().getIncludePatterns().toArray(new String[0]));
    copy.getFilter()
        .setExcludePatterns(original.getFilter().getExcludePatterns().toArray(new String[0]));
    copy.getFilter().setFailOnNoMatchingTests(false);
    copy.setMaxParallelForks(original.getMaxParallelForks());
    forkEvery(copy, original.getForkEvery());
    sameJvm(copy, original);
    sameFramework(copy, original);
  }

  /**
   * Gradle 7 has a setter that takes a {@code Long}, which Gradle 8 deprecates for one that takes a
   * {@code long}.
   */
  private static void forkEvery(Test copy, long classes) {
    try {
      copy.setForkEvery(classes);
    } catch (NoSuchMethodError e) {
      copy.setProperty("forkEvery", classes);
    }
  }

  private static void sameJvm(Test copy, Test original) {
    copy.getJavaLauncher().convention(original.getJavaLauncher());
    copy.setWorkingDir(original.getWorkingDir());
    copy.setMinHeapSize(original.getMinHeapSize());
    copy.setMaxHeapSize(original.getMaxHeapSize());
    copy.setDefaultCharacterEncoding(original.getDefaultCharacterEncoding());
    copy.setEnableAssertions(original.getEnableAssertions());
    copy.setJvmArgs(original.getJvmArgs());
    copy.systemProperties(original.getSystemProperties());
    sameEnvironment(copy, original);
    copy.setBootstrapClasspath(original.getBootstrapClasspath());
    for (CommandLineArgumentProvider provider : original.getJvmArgumentProviders()) {
      // JaCoCo's plugin gives every test task an agent of its own; a second one would write to the
      // first task's file.
      if (!provider.getClass().getName().startsWith("org.gradle.")) {
        copy.getJvmArgumentProviders().add(provider);
      }
    }
  }

  /**
   * Only where the build script changed it: a copy of what Gradle was started with would stay in
   * the configuration cache.
   */
  private static void sameEnvironment(Test copy, Test original) {
    Map<String, Object> variables = original.getEnvironment();
    if (!variables.equals(new ProcessBuilder().environment())) {
      copy.setEnvironment(variables);
    }
  }

  private static void sameFramework(Test copy, Test original) {
    TestFrameworkOptions options = original.getOptions();
    if (options instanceof JUnitPlatformOptions) {
      JUnitPlatformOptions from = (JUnitPlatformOptions) options;
      copy.useJUnitPlatform(
          to -> {
            to.setIncludeTags(from.getIncludeTags());
            to.setExcludeTags(from.getExcludeTags());
            to.setIncludeEngines(from.getIncludeEngines());
            to.setExcludeEngines(from.getExcludeEngines());
          });
    } else if (options instanceof TestNGOptions) {
      TestNGOptions from = (TestNGOptions) options;
      copy.useTestNG(
          to -> {
            to.setIncludeGroups(from.getIncludeGroups());
            to.setExcludeGroups(from.getExcludeGroups());
            to.setListeners(from.getListeners());
            to.setSuiteXmlFiles(from.getSuiteXmlFiles());
            to.setPreserveOrder(from.getPreserveOrder());
            to.setGroupByInstances(from.getGroupByInstances());
          });
    } else if (options instanceof JUnitOptions) {
      JUnitOptions from = (JUnitOptions) options;
      copy.useJUnit(
          to -> {
            to.setIncludeCategories(from.getIncludeCategories());
            to.setExcludeCategories(from.getExcludeCategories());
          });
    }
  }
}
