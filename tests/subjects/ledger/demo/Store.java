package demo;

/** Has more methods than a test declares, with type variables for their types. */
public interface Store<K, V> {
  V find(K key);

  V find(K key, V otherwise);

  void put(K key, V value);

  void putIfAbsent(K key, V value);

  void remove(K key);

  void removeAll();

  boolean has(K key);

  boolean hasAny();

  int size();

  int limit();

  void limit(int most);

  K first();

  K last();

  K next(K key);

  K previous(K key);

  void open();

  void close();
}
