package files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import outside.Outside;

/** Writes to a file by its memory. */
public class Maps {
  public int map() throws IOException {
    try (FileChannel file =
        FileChannel.open(Outside.song(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      file.map(MapMode.READ_WRITE, 0, 4).put((byte) 9);
    }
    return 1;
  }

  public boolean lock() throws IOException {
    FileChannel file = FileChannel.open(Outside.song(), StandardOpenOption.WRITE);
    FileLock lock = file.lock();
    return file.write(ByteBuffer.allocate(1)) == 1 && lock.isValid();
  }
}
