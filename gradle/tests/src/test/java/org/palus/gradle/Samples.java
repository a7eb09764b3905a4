package org.palus.gradle;

import java.io.IOException;
import java.nio.file.Path;
import org.palus.gradle.engine.Build;

/**
 * Small projects to build: a basket, a test of it by the framework that the name says, and the
 * plugin.
 */
final class Samples {
  /** Few sequences: these tests are about builds. */
  static final String BUDGET = "palus { maxSequences = 400 }";

  static final String REPOSITORIES =
      "repositories { maven { url = uri('" + System.getProperty("palus.test.repository") + "') } }";

  private static final String[] JUPITER_DEPENDENCIES = {
    "dependencies {",
    "  testImplementation 'org.junit.jupiter:junit-jupiter:5.13.4'",
    "  testRuntimeOnly 'org.junit.platform:junit-platform-launcher:1.13.4'",
    "}",
    "test { useJUnitPlatform() }",
  };

  private static final String[] JUPITER_TEST = {
    "package demo;",
    "import static org.junit.jupiter.api.Assertions.assertEquals;",
    "import org.junit.jupiter.api.Test;",
    "class BasketTest {",
    "  @Test void aBasketCountsWhatIsInIt() {",
    "    Basket basket = new Basket(2);",
    "    basket.add(\"apple\");",
    "    assertEquals(1, basket.size());",
    "  }",
    "}",
  };

  private static final String[] JUNIT4_TEST = {
    "package demo;",
    "import static org.junit.Assert.assertFalse;",
    "import org.junit.Test;",
    "public class FullBasketTest {",
    "  @Test public void aFullBasketTakesNothing() {",
    "    assertFalse(new Basket(0).add(\"apple\"));",
    "  }",
    "}",
  };

  private Samples() {}

  /** The build script of a project with JUnit Jupiter. */
  static String[] jupiterScript(String... more) {
    return script(JUPITER_DEPENDENCIES, more);
  }

  /** A build script with the plugin, these dependencies and these further lines. */
  static String[] script(String[] dependencies, String... more) {
    StringBuilder text = new StringBuilder("plugins { id 'java'; id 'org.palus' }\n");
    text.append(REPOSITORIES).append('\n');
    text.append(String.join("\n", dependencies)).append('\n').append(BUDGET).append('\n');
    text.append(String.join("\n", more));
    return text.toString().split("\n");
  }

  /** With a test by JUnit Jupiter, and further lines in the build script. */
  static Build jupiter(Path folder, String... more) throws IOException {
    return basket(Build.in(folder), "")
        .file("build.gradle", jupiterScript(more))
        .file("src/test/java/demo/BasketTest.java", JUPITER_TEST);
  }

  /** With a test by JUnit 4, run by JUnit 4. */
  static Build junit4(Path folder) throws IOException {
    return basket(Build.in(folder), "")
        .file(
            "build.gradle",
            script(new String[] {"dependencies { testImplementation 'junit:junit:4.13.2' }"}))
        .file("src/test/java/demo/FullBasketTest.java", JUNIT4_TEST);
  }

  /** With a test by TestNG, and JUnit 4 for what Palus writes. */
  static Build testng(Path folder) throws IOException {
    String[] dependencies = {
      "dependencies {",
      "  testImplementation 'org.testng:testng:7.5'",
      "  palusTestImplementation 'junit:junit:4.13.2'",
      "}",
      "test { useTestNG() }",
    };
    return basket(Build.in(folder), "")
        .file("build.gradle", script(dependencies))
        .file(
            "src/test/java/demo/BasketTest.java",
            "package demo;",
            "import org.testng.annotations.Test;",
            "public class BasketTest {",
            "  @Test public void aBasketTakesAnApple() { new Basket(2).add(\"apple\"); }",
            "}");
  }

  /** With a test by each, both run by the JUnit Platform. */
  static Build mixed(Path folder) throws IOException {
    return jupiter(
            folder,
            "dependencies {",
            "  testImplementation 'junit:junit:4.13.2'",
            "  testRuntimeOnly 'org.junit.vintage:junit-vintage-engine:5.13.4'",
            "}")
        .file("src/test/java/demo/FullBasketTest.java", JUNIT4_TEST);
  }

  /** Two projects, of which the second uses the first. */
  static Build shop(Path folder) throws IOException {
    Build build =
        Build.in(folder)
            .file("settings.gradle", "rootProject.name = 'shop'", "include 'core', 'till'");
    basket(build, "core/");
    return build
        .file("core/build.gradle", jupiterScript())
        .file("core/src/test/java/demo/BasketTest.java", JUPITER_TEST)
        .file(
            "till/build.gradle", jupiterScript("dependencies { implementation project(':core') }"))
        .file(
            "till/src/main/java/till/Till.java",
            "package till;",
            "import demo.Basket;",
            "public class Till {",
            "  private int taken;",
            "  public int take(Basket basket, int price) {",
            "    taken += basket.size() * price;",
            "    return taken;",
            "  }",
            "}")
        .file(
            "till/src/test/java/till/TillTest.java",
            "package till;",
            "import org.junit.jupiter.api.Test;",
            "class TillTest {",
            "  @Test void aTillTakes() { new Till().take(new demo.Basket(1), 3); }",
            "}");
  }

  /** The class under test alone. */
  static Build basket(Build build, String project) throws IOException {
    return build.file(
        project + "src/main/java/demo/Basket.java",
        "package demo;",
        "public class Basket {",
        "  private final String[] items;",
        "  private int size;",
        "  public Basket(int room) {",
        "    if (room < 0 || room > 1000) { throw new IllegalArgumentException(\"room\"); }",
        "    items = new String[room];",
        "  }",
        "  public boolean add(String item) {",
        "    if (size == items.length) { return false; }",
        "    items[size++] = item;",
        "    return true;",
        "  }",
        "  public int size() { return size; }",
        "}");
  }
}
