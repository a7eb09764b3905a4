package desk;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/** Drawing starts a thread of the JDK that never ends. */
public class Canvas {
  private final BufferedImage image = new BufferedImage(4, 4, BufferedImage.TYPE_INT_RGB);

  /** Colours a row. */
  public void row(int y) {
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.RED);
    graphics.fillRect(0, y, 4, 1);
    graphics.dispose();
  }

  /** Whether the row is coloured. */
  public boolean isRed(int y) {
    return image.getRGB(0, y) == Color.RED.getRGB();
  }
}
