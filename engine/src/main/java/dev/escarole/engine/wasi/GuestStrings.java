package dev.escarole.engine.wasi;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A list of strings in the form in which a guest receives its arguments and environment. */
final class GuestStrings {

  private final byte[][] strings;
  private final int size;

  GuestStrings(List<String> texts) {
    strings = new byte[texts.size()][];
    int sum = 0;
    for (int i = 0; i < strings.length; i++) {
      strings[i] = texts.get(i).getBytes(StandardCharsets.UTF_8);
      sum += strings[i].length + 1;
    }
    size = sum;
  }

  /** Tells the guest how many strings there are and how many bytes they take. */
  int storeSizes(GuestMemory memory, int countAddress, int sizeAddress) {
    memory.storeInt(countAddress, strings.length);
    memory.storeInt(sizeAddress, size);
    return 0;
  }

  /** Hands over the strings, each with a NUL at its end, and where each begins. */
  int store(GuestMemory memory, int pointers, int buffer) {
    memory.check(buffer, size);
    int at = buffer;
    for (int i = 0; i < strings.length; i++) {
      memory.storeInt(pointers + 4 * i, at);
      memory.store(at, strings[i], 0, strings[i].length);
      memory.storeByte(at + strings[i].length, 0);
      at += strings[i].length + 1;
    }
    return 0;
  }
}
