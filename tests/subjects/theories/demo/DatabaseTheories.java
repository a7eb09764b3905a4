package demo;

import static org.junit.Assert.fail;

import org.junit.Assume;
import org.junit.experimental.theories.Theory;

/** The paper's Figure 4, and a theory about it that does not hold. */
public class DatabaseTheories {
  @Theory
  public void noActionAfterClose(Statement stmt, String sql) {
    Assume.assumeNotNull(stmt, sql);
    stmt.close();
    try {
      stmt.executeQuery(sql);
    } catch (Exception e) {
      return;
    }
    fail("The statement should have been closed");
  }

  /** Wrong for the empty query. */
  @Theory
  public void everyQueryGivesRows(Statement stmt, String sql) {
    Assume.assumeTrue(isOpen(stmt));
    if (stmt.executeQuery(sql) == 0) {
      throw new IllegalStateException("no rows");
    }
  }

  private static boolean isOpen(Statement stmt) {
    try {
      stmt.executeQuery("");
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
