import org.mozilla.javascript.Context;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.Scriptable;

/** Interprets a script; on request further ones that need more of the language. */
public final class RhinoSample {
  private static final String[] SMALL = {
    "var sum = 0; for (var i = 1; i <= 10; i++) { if (i % 2 == 0) { sum += i; } } sum",
    "function twice(f, x) { return f(f(x)); } twice(function(n) { return n * n; }, 3)"
  };

  private static final String[] MORE = {
    "[3, 1, 2].sort().join('-') + ' ' + 'abc'.replace(/b/g, 'x').toUpperCase()",
    "var o = { a: 1, get b() { return this.a + 1; } }; for (var k in o) { o[k]; } delete o.a; typeof o.a",
    "try { null.x } catch (e) { e.name } finally { 1 }",
    "switch ('b') { case 'a': 1; break; case 'b': 2; break; default: 3 }",
    "Math.max(1, 2) + parseInt('12px') + new Date(0).getTime() + String(1 / 3) + isNaN('x')",
    "var x = 5; do { x--; if (x == 3) continue; if (x == 1) break; } while (true); x",
    "function Point(x, y) { this.x = x; this.y = y; } Point.prototype.norm = function() { return this.x * this.x + this.y"
        + " * this.y; }; new Point(3, 4).norm()",
    "(function(a) { return arguments.length + a; })(1, 2, 3); eval('1 + 2'); escape('a b'); let (z = 2) z * 2",
    "syntax error here"
  };

  private RhinoSample() {}

  /** With {@code full}, more scripts, interpreted and compiled. */
  public static void main(String[] arguments) {
    run(SMALL, -1);
    if (arguments.length > 0 && arguments[0].equals("full")) {
      run(MORE, -1);
      run(SMALL, 1);
      run(MORE, 1);
    }
  }

  private static void run(String[] scripts, int optimizationLevel) {
    Context context = Context.enter();
    try {
      context.setOptimizationLevel(optimizationLevel);
      context.setLanguageVersion(Context.VERSION_1_7);
      Scriptable scope = context.initStandardObjects();
      for (String script : scripts) {
        try {
          Object result = context.evaluateString(scope, script, "sample", 1, null);
          System.out.println(Context.toString(result));
        } catch (RhinoException refused) {
          System.out.println(refused.getMessage());
        }
      }
    } finally {
      Context.exit();
    }
  }
}
