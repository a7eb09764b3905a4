package loops;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Computes what takes for ever. */
public class Computes {
  public BigInteger power() {
    return BigInteger.TWO.pow(Integer.MAX_VALUE / 2);
  }

  public boolean prime() {
    return BigInteger.ONE.shiftLeft(200_000).add(BigInteger.ONE).isProbablePrime(100);
  }

  public String plain() {
    return new BigDecimal("1E+2000000000").toPlainString();
  }
}
