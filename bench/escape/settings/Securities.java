package settings;

import java.security.Provider;
import java.security.Security;

/** Changes what the JDK trusts. */
public class Securities {
  public int property() {
    Security.setProperty("networkaddress.cache.ttl", "0");
    return 1;
  }

  public int remove() {
    for (Provider provider : Security.getProviders()) {
      Security.removeProvider(provider.getName());
    }
    return 2;
  }

  public int insert() {
    return Security.insertProviderAt(
        new Provider("Own", "1", "none") {
          private static final long serialVersionUID = 1;
        },
        1);
  }
}
