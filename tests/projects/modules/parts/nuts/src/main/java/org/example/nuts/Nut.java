package org.example.nuts;

public class Nut {
  private final int size;

  public Nut(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("size");
    }
    this.size = size;
  }

  public boolean fits(int bolt) {
    return bolt == size;
  }
}
