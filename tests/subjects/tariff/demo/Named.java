package demo;

public interface Named {
  String name();
}
