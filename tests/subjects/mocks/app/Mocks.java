package app;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import demo.Door;

/** Uses a door, a mock of one, and one that is spied on. */
public class Mocks {
  public static void main(String[] args) {
    Door before = new Door();
    before.open(1);
    Door mock = mock(Door.class);
    when(mock.open(2)).thenReturn(7);
    Door spied = spy(new Door());
    spied.open(3);
    verify(spied).open(3);
    Door after = new Door();
    System.out.println(before.isOpen() + " " + mock.open(2) + " " + mock.isOpen());
    System.out.println(spied.isOpen() + " " + after.open(4) + " " + before.open(5));
  }
}
