package memory;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Has classes made without an end. */
public class Classes {
  private static final List<Object> KEPT = new ArrayList<>();

  public int proxies() {
    while (true) {
      ClassLoader loader = new ClassLoader(Classes.class.getClassLoader()) {};
      Class<?>[] types = {Runnable.class};
      KEPT.add(Proxy.newProxyInstance(loader, types, (proxy, method, given) -> null));
    }
  }
}
