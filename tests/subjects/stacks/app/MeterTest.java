package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import demo.Meter;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class MeterTest {
  @RepeatedTest(16)
  void whatOneMeasuresAtOnceIsTheMost(RepetitionInfo repetition) {
    Meter.reset();
    Meter meter = new Meter();
    int amount = 1 + repetition.getCurrentRepetition() % 7;
    meter.add(amount);
    assertEquals(amount, meter.own());
    assertEquals(amount, Meter.peak());
  }
}
