package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.io.IOException;

/**
 * One read or write call with a list of buffers. Buffers are transferred in order until one is not
 * transferred completely. An error after the first bytes is reported by the next call, as on Unix.
 */
final class TransferCalls {

  private TransferCalls() {}

  static void read(Wasi wasi, long[] a) throws WasiFailure, IOException {
    all(wasi, a, false, Descriptor.AT_POSITION, (int) a[3]);
  }

  static void readAt(Wasi wasi, long[] a) throws WasiFailure, IOException {
    all(wasi, a, false, place(a[3]), (int) a[4]);
  }

  static void write(Wasi wasi, long[] a) throws WasiFailure, IOException {
    all(wasi, a, true, Descriptor.AT_POSITION, (int) a[3]);
  }

  static void writeAt(Wasi wasi, long[] a) throws WasiFailure, IOException {
    all(wasi, a, true, place(a[3]), (int) a[4]);
  }

  private static long place(long offset) throws WasiFailure {
    if (offset < 0 || offset > Long.MAX_VALUE - Integer.MAX_VALUE) {
      throw Errno.INVAL.failure();
    }
    return offset;
  }

  /**
   * @param a descriptor, address and number of the buffers
   * @param offset where in the file; at its position if negative
   */
  private static void all(Wasi wasi, long[] a, boolean writing, long offset, int result)
      throws WasiFailure, IOException {
    boolean atPosition = offset == Descriptor.AT_POSITION;
    long right = (writing ? Rights.FD_WRITE : Rights.FD_READ) | (atPosition ? 0 : Rights.FD_SEEK);
    Descriptor descriptor = wasi.descriptors.get(a[0], right);
    GuestMemory memory = wasi.memory;
    memory.check(result, 4);
    int vectors = (int) a[1];
    int count = (int) a[2];
    if (count < 0 || count > Wasi.MOST_VECTORS) {
      throw Errno.INVAL.failure();
    }
    memory.check(vectors, count * 8);
    int done = 0;
    for (int i = 0; i < count; i++) {
      GuestStop.ifInterrupted();
      int address = memory.loadInt(vectors + i * 8);
      int length = memory.loadInt(vectors + i * 8 + 4);
      memory.check(address, length);
      if (length > Integer.MAX_VALUE - done) {
        break;
      }
      int moved;
      try {
        long place = atPosition ? offset : offset + done;
        moved =
            writing
                ? descriptor.write(memory, address, length, place)
                : descriptor.read(memory, address, length, place);
      } catch (WasiFailure e) {
        if (done == 0) {
          throw e;
        }
        break;
      }
      done += moved;
      if (moved < length) {
        break;
      }
    }
    memory.storeInt(result, done);
  }
}
