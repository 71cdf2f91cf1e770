package dev.escarole.engine.wasi;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The guest's open descriptors by number. Confined to the guest's thread. */
final class DescriptorTable implements AutoCloseable {

  private final int most;
  private @Nullable Descriptor[] table = new Descriptor[8];

  DescriptorTable(int most) {
    this.most = most;
  }

  Descriptor get(int number) throws WasiFailure {
    Descriptor found = number >= 0 && number < table.length ? table[number] : null;
    if (found == null) {
      throw Errno.BADF.failure();
    }
    return found;
  }

  /** Says whether this number stands for a file or directory of the host. */
  boolean isOfHost(int number) {
    Descriptor found = number >= 0 && number < table.length ? table[number] : null;
    return found instanceof FileDescriptor || found instanceof DirectoryDescriptor;
  }

  /** Finds a descriptor and makes sure that the guest has kept a right to it. */
  Descriptor get(int number, long right) throws WasiFailure {
    Descriptor found = get(number);
    found.mustHave(right);
    return found;
  }

  /** Finds a directory and makes sure that the guest has kept a right to it. */
  DirectoryDescriptor directory(int number, long right) throws WasiFailure {
    DirectoryDescriptor found = get(number).directory();
    found.mustHave(right);
    return found;
  }

  /** Makes sure that {@link #add} will find room, so that nothing is opened in vain. */
  void mustHaveRoom() throws WasiFailure {
    if (firstFree() >= most) {
      throw Errno.MFILE.failure();
    }
  }

  /** Gives the lowest free number to a descriptor. */
  int add(Descriptor descriptor) throws WasiFailure {
    int number = firstFree();
    if (number >= most) {
      throw Errno.MFILE.failure();
    }
    if (number == table.length) {
      table = Arrays.copyOf(table, Math.min(most, number * 2));
    }
    table[number] = descriptor;
    return number;
  }

  void close(int number) throws WasiFailure, IOException {
    Descriptor descriptor = get(number);
    table[number] = null;
    descriptor.close();
  }

  /** Gives an open descriptor another open one's number, and closes that one. */
  void renumber(int from, int to) throws WasiFailure, IOException {
    Descriptor moved = get(from);
    Descriptor replaced = get(to);
    if (from != to) {
      table[to] = moved;
      table[from] = null;
      replaced.close();
    }
  }

  /** Closes whatever the guest left open. */
  @Override
  public void close() {
    for (Descriptor descriptor : table) {
      if (descriptor != null) {
        try {
          descriptor.close();
        } catch (IOException e) {
          // The guest is gone; its data went to the host with each write.
        }
      }
    }
  }

  private int firstFree() {
    int number = 0;
    while (number < table.length && table[number] != null) {
      number++;
    }
    return number;
  }
}
