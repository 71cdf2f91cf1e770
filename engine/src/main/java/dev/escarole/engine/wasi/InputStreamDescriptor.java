package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.FileStat.FileType;
import dev.escarole.engine.wasi.Wasi.GuestInput;
import dev.escarole.engine.wasi.Wasi.Streams;
import java.io.IOException;

/**
 * Standard input: bytes known before the guest started, and possibly more that arrive while it
 * runs. A read is always filled as far as possible, so that a guest cannot distinguish the two.
 */
final class InputStreamDescriptor extends Descriptor {

  private static final int PART = 64 * 1024;

  private final Streams streams;
  private final int size;

  /** Current array, offset in it, and offset in all. */
  private int current;

  private int inCurrent;
  private int position;
  private long fromRest;
  private byte[] part = {};

  InputStreamDescriptor(Streams streams) {
    super(FileType.UNKNOWN, Rights.INPUT, 0);
    this.streams = streams;
    int bytes = 0;
    for (byte[] array : streams.stdin()) {
      bytes += array.length;
    }
    this.size = bytes;
  }

  @Override
  int read(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    if (offset != AT_POSITION) {
      return super.read(memory, address, length, offset);
    }
    int count = Math.min(length, size - position);
    // Check the whole range first, so that no input is consumed if it is partly out of bounds.
    boolean unused = memory.window(address, count).hasRemaining();
    for (int done = 0; done < count; ) {
      done += readArray(memory, address + done, count - done);
    }
    GuestInput more = streams.rest();
    return more == null || count == length
        ? count
        : count + readOn(more, memory, address + count, length - count);
  }

  private int readArray(GuestMemory memory, int address, int most) {
    byte[] array = streams.stdin().get(current);
    int count = Math.min(most, array.length - inCurrent);
    memory.store(address, array, inCurrent, count);
    position += count;
    inCurrent += count;
    if (inCurrent == array.length) {
      current++;
      inCurrent = 0;
    }
    return count;
  }

  private int readOn(GuestInput more, GuestMemory memory, int address, int length) {
    try {
      int done = 0;
      int count = 1;
      while (done < length && count > 0) {
        count = readPart(more, length - done);
        memory.store(address + done, part, 0, count);
        done += count;
      }
      return done;
    } catch (InterruptedException e) {
      throw GuestStop.interrupted();
    }
  }

  private int readPart(GuestInput more, int length) throws InterruptedException {
    long room = streams.inputLimit() - size - fromRest;
    // One byte beyond the limit distinguishes an input that is too large from one that just fits.
    int wanted = (int) Math.min(Math.min(length, PART), room + 1);
    if (part.length < wanted) {
      part = new byte[wanted];
    }
    int count = more.read(part, 0, wanted);
    fromRest += count;
    if (count > room) {
      throw GuestStop.because(GuestStop.Reason.INPUT_TOO_LARGE);
    }
    return count;
  }

  int available() {
    int left = size - position;
    try {
      GuestInput more = streams.rest();
      return more == null ? left : left + more.available();
    } catch (InterruptedException e) {
      throw GuestStop.interrupted();
    }
  }
}
