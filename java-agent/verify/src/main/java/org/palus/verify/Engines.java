package org.palus.verify;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The launcher with the engines that the tests are written for and nothing else: what the class
 * path offers as a service of JUnit is code under test, which may change what is found of it.
 */
final class Engines {
  private static final List<String> NAMES =
      List.of(
          "org.junit.jupiter.engine.JupiterTestEngine",
          "org.junit.vintage.engine.VintageTestEngine");

  private Engines() {}

  static Launcher launcher() {
    LauncherConfig config =
        LauncherConfig.builder()
            .enableTestEngineAutoRegistration(false)
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .addTestEngines(present().toArray(new TestEngine[0]))
            .build();
    return LauncherFactory.create(config);
  }

  private static List<TestEngine> present() {
    List<TestEngine> engines = new ArrayList<>();
    for (String name : NAMES) {
      try {
        engines.add((TestEngine) Class.forName(name).getDeclaredConstructor().newInstance());
      } catch (ClassNotFoundException e) {
        // Then there is no test for it either.
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the engine " + name + " cannot be made", e);
      }
    }
    return engines;
  }
}
