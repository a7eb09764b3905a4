package demo;

import java.util.ArrayList;
import java.util.List;

/** What is offered, to all who ask. Nothing in this library is an offer. */
public class Catalogue {
  private static final List<Offer> OFFERS = new ArrayList<>();

  /** Made by whoever used the library before it said that nobody should. */
  public abstract static class Offer {
    /** Not for new code, so that no generated test extends it. */
    @Deprecated
    protected Offer() {}

    public abstract String name();

    public abstract int price();
  }

  public static void add(Offer offer) {
    offer.name();
    OFFERS.add(offer);
  }

  public static int size() {
    return OFFERS.size();
  }

  public static String cheapest(String otherwise) {
    String cheapest = otherwise;
    int price = Integer.MAX_VALUE;
    for (Offer offer : OFFERS) {
      if (offer.price() < price) {
        price = offer.price();
        cheapest = offer.name();
      }
    }
    return cheapest;
  }

  public static int discounted(int price, int percent) {
    return percent < 0 || percent > 100 ? price : price - price * percent / 100;
  }
}
