package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.io.IOException;

/**
 * One read or write call with a list of buffers. Buffers are transferred in order until one is not
 * transferred completely. An error after the first bytes is reported by the next call, as on Unix.
 */
final class TransferCalls {

  private static final long AT_POSITION = -1;

  private TransferCalls() {}

  /** A guest's list of buffers: address and number. */
  record Vectors(int address, int count) {

    void check(GuestMemory memory) throws WasiFailure {
      if (count < 0 || count > Wasi.MOST_VECTORS) {
        throw Errno.INVAL.failure();
      }
      memory.check(address, count * 8);
    }
  }

  static int read(Wasi wasi, int number, Vectors vectors, int result)
      throws WasiFailure, IOException {
    return all(wasi, number, vectors, result, new Direction(false, AT_POSITION));
  }

  static int readAt(Wasi wasi, int number, Vectors vectors, long offset, int result)
      throws WasiFailure, IOException {
    return all(wasi, number, vectors, result, new Direction(false, place(offset)));
  }

  static int write(Wasi wasi, int number, Vectors vectors, int result)
      throws WasiFailure, IOException {
    return all(wasi, number, vectors, result, new Direction(true, AT_POSITION));
  }

  static int writeAt(Wasi wasi, int number, Vectors vectors, long offset, int result)
      throws WasiFailure, IOException {
    return all(wasi, number, vectors, result, new Direction(true, place(offset)));
  }

  private static long place(long offset) throws WasiFailure {
    if (offset < 0 || offset > Long.MAX_VALUE - Integer.MAX_VALUE) {
      throw Errno.INVAL.failure();
    }
    return offset;
  }

  /** Direction of a transfer and its offset; negative for the current position. */
  private record Direction(boolean writing, long offset) {

    long right() {
      return (writing ? Rights.FD_WRITE : Rights.FD_READ)
          | (offset == AT_POSITION ? 0 : Rights.FD_SEEK);
    }

    int move(Descriptor descriptor, GuestMemory memory, int address, int length, int done)
        throws WasiFailure, IOException {
      if (offset == AT_POSITION) {
        return writing
            ? descriptor.write(memory, address, length)
            : descriptor.read(memory, address, length);
      }
      return writing
          ? descriptor.write(memory, address, length, offset + done)
          : descriptor.read(memory, address, length, offset + done);
    }
  }

  private static int all(Wasi wasi, int number, Vectors vectors, int result, Direction direction)
      throws WasiFailure, IOException {
    Descriptor descriptor = wasi.descriptors().get(number, direction.right());
    GuestMemory memory = wasi.memory();
    memory.check(result, 4);
    vectors.check(memory);
    int done = 0;
    for (int i = 0; i < vectors.count(); i++) {
      GuestStop.ifInterrupted();
      int address = memory.loadInt(vectors.address() + i * 8);
      int length = memory.loadInt(vectors.address() + i * 8 + 4);
      memory.check(address, length);
      if (length > Integer.MAX_VALUE - done) {
        break;
      }
      int moved;
      try {
        moved = direction.move(descriptor, memory, address, length, done);
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
    return 0;
  }
}
