package org.example.parking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GarageTest {
  @Test
  void aCarThatComesInTakesAPlaceUntilItLeaves() {
    Garage garage = new Garage(2);
    garage.open();
    Ticket ticket = garage.enter("B-PA 1");
    assertEquals(1, garage.free());
    assertTrue(garage.leave(ticket));
    assertEquals(2, garage.free());
  }

  @Test
  void aFullGarageTakesNobody() {
    Garage garage = new Garage(1);
    garage.open();
    garage.enter("B-PA 1");
    assertNull(garage.enter("B-PA 2"));
  }
}
