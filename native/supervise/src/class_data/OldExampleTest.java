import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Before;
import org.junit.Test;

/** The same for JUnit 4. */
public class OldExampleTest {
  private StringBuilder text;

  @Before
  public void setUp() {
    text = new StringBuilder();
  }

  @Test
  public void append_adds() {
    assertEquals("1", text.append(1).toString());
  }

  @Test(expected = IndexOutOfBoundsException.class)
  public void charAt_throws() {
    text.charAt(0);
  }

  @Test
  public void setLength_throws() {
    assertThrows(IndexOutOfBoundsException.class, () -> text.setLength(-1));
  }
}
