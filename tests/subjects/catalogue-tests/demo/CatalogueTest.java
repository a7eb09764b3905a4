package demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** As tests of a project are: it leaves in a static field what it put there. */
class CatalogueTest {
  @Test
  void theCheapestIsFound() {
    Catalogue.add(
        new Catalogue.Offer() {
          @Override
          public String name() {
            return "apples";
          }

          @Override
          public int price() {
            return 3;
          }
        });
    assertEquals("apples", Catalogue.cheapest("nothing"));
  }
}
