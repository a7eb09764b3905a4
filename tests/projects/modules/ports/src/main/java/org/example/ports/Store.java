package org.example.ports;

/** There is nothing in here to run. */
public interface Store {
  String get(String key);
}
