package settings;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.net.ResponseCache;

/** Changes the ways to the network. */
public class Proxies {
  public int proxies() {
    ProxySelector.setDefault(null);
    return 1;
  }

  public int passwords() {
    Authenticator.setDefault(new Authenticator() {});
    return 2;
  }

  public int cookies() {
    CookieHandler.setDefault(new CookieManager());
    ResponseCache.setDefault(null);
    return 3;
  }
}
