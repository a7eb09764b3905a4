package org.palus.listener;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RecordingListenerTest {
  /** Tests to look at; no test of this module. */
  static class Subject {
    @Test
    void plain() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void each(int number) {}

    @TestFactory
    Stream<DynamicTest> made() {
      return Stream.of(DynamicTest.dynamicTest("a", () -> {}));
    }
  }

  /** What each test is called. */
  private static List<String> origins() {
    List<String> origins = new ArrayList<>();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(Subject.class))
            .build(),
        new TestExecutionListener() {
          private TestPlan plan;

          @Override
          public void testPlanExecutionStarted(TestPlan started) {
            plan = started;
          }

          @Override
          public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
              Origin origin = Origin.of(test, plan::getParent);
              origins.add(origin.owner + "." + origin.name + origin.descriptor);
            }
          }
        });
    origins.sort(null);
    return origins;
  }

  @Test
  void everyTestIsNamedByTheMethodThatMakesIt() {
    String subject = Subject.class.getName();
    List<String> expected =
        List.of(
            subject + ".each(I)V",
            subject + ".each(I)V",
            subject + ".made()Ljava/util/stream/Stream;",
            subject + ".plain()V");
    assertEquals(expected, origins());
  }

  @Test
  void withoutTheRecorderThereIsNothingToTell() {
    assertNull(Recorder.find());
  }

  @Test
  void thePlatformFindsTheListener() {
    boolean isFound = false;
    for (TestExecutionListener listener : ServiceLoader.load(TestExecutionListener.class)) {
      isFound |= listener instanceof RecordingListener;
    }
    assertTrue(isFound);
  }
}
