package org.example.parking;

import java.util.ArrayDeque;
import java.util.Deque;

/** A garage with one lane: who came in last goes out first. */
public class Garage {
  private final int places;
  private final Deque<Ticket> lane = new ArrayDeque<>();
  private boolean open;

  /** A closed garage with this many places, 1 to 100. */
  public Garage(int places) {
    if (places < 1 || places > 100) {
      throw new IllegalArgumentException("places: " + places);
    }
    this.places = places;
  }

  public void open() {
    open = true;
  }

  public void close() {
    open = false;
  }

  /** Takes a car in; nobody gets in while it is closed or full. */
  public Ticket enter(String plate) {
    if (!open) {
      throw new IllegalStateException("closed");
    }
    if (lane.size() == places) {
      return null;
    }
    Ticket ticket = new Ticket(plate, lane.size() + 1);
    lane.push(ticket);
    return ticket;
  }

  /** Lets the car of that ticket out, if it stands last. */
  public boolean leave(Ticket ticket) {
    if (lane.peek() != ticket) {
      return false;
    }
    lane.pop();
    return true;
  }

  public int free() {
    return places - lane.size();
  }
}
