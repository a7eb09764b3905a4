package demo;

import java.util.List;
import java.util.Optional;

/** Whatever is kept somewhere. Nobody here implements it. */
public interface Repository<T, K> {
  Optional<T> find(K key);

  List<T> all();

  <S extends T> S save(S one) throws StoreException;

  default boolean has(K key) {
    return find(key).isPresent();
  }
}
