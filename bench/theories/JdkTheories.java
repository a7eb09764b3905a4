package theories;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assume.assumeNotNull;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.junit.experimental.theories.Theories;
import org.junit.experimental.theories.Theory;
import org.junit.runner.RunWith;

/** What the documentation of the JDK promises of every implementation of these interfaces. */
@RunWith(Theories.class)
public class JdkTheories {
  /** {@code Iterator.hasNext} has no exception in its contract. */
  @Theory
  public void hasNextNeverThrows(Iterator<?> iterator) {
    assumeNotNull(iterator);
    iterator.hasNext();
  }

  /** Asking twice does not move an iterator. */
  @Theory
  public void hasNextDoesNotMove(Iterator<?> iterator) {
    assumeNotNull(iterator);
    assertEquals(iterator.hasNext(), iterator.hasNext());
  }

  /** A collection is empty when it has no elements. */
  @Theory
  public void emptyMeansNoElements(Collection<?> collection) {
    assumeNotNull(collection);
    assertEquals(collection.size() == 0, collection.isEmpty());
  }

  /** An empty collection has nothing to iterate over. */
  @Theory
  public void emptyCollectionsIterateOverNothing(Collection<?> collection) {
    assumeNotNull(collection);
    if (collection.isEmpty()) {
      assertFalse(collection.iterator().hasNext());
    }
  }

  /** The three views of a map tell the same size. */
  @Theory
  public void viewsOfMapsAgree(Map<?, ?> map) {
    assumeNotNull(map);
    assertEquals(map.size(), map.entrySet().size());
    assertEquals(map.size(), map.keySet().size());
    assertEquals(map.size(), map.values().size());
  }
}
