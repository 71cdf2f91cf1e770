package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The guest's open descriptors by number. Confined to the guest's thread. */
final class DescriptorTable implements AutoCloseable {

  private final int most;
  private @Nullable Descriptor[] table = new Descriptor[8];

  /** Those that the guest had at first. */
  private @Nullable Descriptor[] settled = table;

  DescriptorTable(int most) {
    this.most = most;
  }

  private @Nullable Descriptor find(int number) {
    return number >= 0 && number < table.length ? table[number] : null;
  }

  Descriptor get(long number) throws WasiFailure {
    Descriptor found = find((int) number);
    if (found == null) {
      throw Errno.BADF.failure();
    }
    return found;
  }

  boolean isOfHost(long number) {
    Descriptor found = find((int) number);
    return found instanceof FileDescriptor || found instanceof DirectoryDescriptor;
  }

  Descriptor get(long number, long right) throws WasiFailure {
    Descriptor found = get(number);
    found.mustHave(right);
    return found;
  }

  DirectoryDescriptor directory(long number, long right) throws WasiFailure {
    DirectoryDescriptor found = get(number).directory();
    found.mustHave(right);
    return found;
  }

  /** No descriptor is a socket. */
  void mustBeSocket(long number) throws WasiFailure {
    Descriptor unused = get(number);
    throw Errno.NOTSOCK.failure();
  }

  /** Checks before an open that {@link #add} will have space. */
  void mustHaveRoom() throws WasiFailure {
    if (firstFree() >= most) {
      throw Errno.MFILE.failure();
    }
  }

  int add(Descriptor descriptor) throws WasiFailure {
    mustHaveRoom();
    int number = firstFree();
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

  /** Moves an open descriptor to the number of another open one, which is closed. */
  void renumber(int from, int to) throws WasiFailure, IOException {
    Descriptor moved = get(from);
    Descriptor replaced = get(to);
    if (from != to) {
      table[to] = moved;
      table[from] = null;
      replaced.close();
    }
  }

  /** The descriptors of now are those that the guest is given. */
  void settle() {
    settled = table.clone();
  }

  /** The first that is not as it was given, if any. */
  Optional<String> changed() {
    for (int i = 0; i < table.length; i++) {
      Descriptor first = i < settled.length ? settled[i] : null;
      if (table[i] != first) {
        return Optional.of(
            (first == null ? "has opened" : table[i] == null ? "has closed" : "has replaced")
                + " file descriptor "
                + i);
      }
    }
    return Optional.empty();
  }

  /** Closes all open descriptors. */
  @Override
  public void close() {
    for (Descriptor descriptor : table) {
      if (descriptor != null) {
        try {
          descriptor.close();
        } catch (IOException e) {
          // The guest has ended, and each write has already passed its data to the host.
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
