package hostile;

import java.io.ByteArrayInputStream;
import java.io.PrintStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.URL;
import java.net.URLConnection;
import java.security.Provider;
import java.security.Security;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Leaves the virtual machine another one for whoever comes next. */
public class Poisons {
  public boolean closeOut() { // leaves-traces
    System.out.close();
    System.err.close();
    return System.out.checkError();
  }

  public void replaceStreams() { // leaves-traces
    System.setOut(new PrintStream(PrintStream.nullOutputStream()));
    System.setErr(null);
    System.setIn(new ByteArrayInputStream(new byte[] {1}));
  }

  public void clearProperties() { // leaves-traces
    System.setProperties(new Properties());
  }

  public Object eraseProperty() { // leaves-traces
    return System.getProperties().remove("line.separator");
  }

  public String moveTemporaryDirectory() { // leaves-traces
    return System.setProperty("java.io.tmpdir", "/nowhere") == null ? "none" : "some";
  }

  public void turnTurkish() { // leaves-traces
    Locale.setDefault(new Locale("tr", "TR"));
  }

  public void moveToNepal() { // leaves-traces
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
  }

  public void handleUncaught() { // leaves-traces
    Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> System.exit(1));
    Thread.currentThread().setUncaughtExceptionHandler((thread, problem) -> System.exit(1));
  }

  public void interrupt() { // leaves-traces
    Thread.currentThread().interrupt();
  }

  public void starve() { // leaves-traces
    Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
    Thread.currentThread().setName("starved");
  }

  public void loseLoader() { // leaves-traces
    Thread.currentThread().setContextClassLoader(null);
  }

  public void proxyNothing() { // leaves-traces
    ProxySelector.setDefault(null);
  }

  public void authenticate() { // leaves-traces
    Authenticator.setDefault(new Authenticator() {});
  }

  public void keepCookies() { // leaves-traces
    CookieHandler.setDefault(new CookieManager());
  }

  public void stayHere() { // leaves-traces
    HttpURLConnection.setFollowRedirects(false);
  }

  public void hush() { // leaves-traces
    Logger.getLogger("").setLevel(Level.OFF);
  }

  public void loseLog() { // leaves-traces
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
  }

  public void capPriorities() { // leaves-traces
    Thread.currentThread().getThreadGroup().setMaxPriority(Thread.MIN_PRIORITY);
  }

  public void cacheNames() { // refused
    Security.setProperty("networkaddress.cache.ttl", "7");
  }

  public void nameFiles() { // refused
    URLConnection.setFileNameMap(name -> "text/plain");
  }

  public int provide() { // refused
    return Security.insertProviderAt(new Hollow(), 1);
  }

  public void unprovide() { // refused
    Security.removeProvider("SUN");
  }

  public void handleUrls() { // refused
    URL.setURLStreamHandlerFactory(protocol -> null);
  }

  @SuppressWarnings({"deprecation", "removal"})
  public void takeTheKeys() { // always-threw non-deterministic leaves-traces tested
    System.setSecurityManager(
        new SecurityManager() {
          @Override
          public void checkPermission(java.security.Permission permission) {
            throw new SecurityException("no");
          }
        });
  }

  private static final class Hollow extends Provider {
    private static final long serialVersionUID = 1;

    Hollow() {
      super("Hollow", "1", "has nothing");
    }
  }
}
