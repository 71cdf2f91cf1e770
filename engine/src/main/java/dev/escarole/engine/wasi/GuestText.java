package dev.escarole.engine.wasi;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads paths out of a guest. */
final class GuestText {

  private static final int LONGEST = 16 * 1024;

  private GuestText() {}

  /** Reads a path, which must be UTF-8 without a NUL. */
  static String path(GuestMemory memory, int address, int length) throws WasiFailure {
    memory.check(address, length);
    if (length > LONGEST) {
      throw Errno.NAMETOOLONG.failure();
    }
    byte[] bytes = new byte[length];
    memory.load(address, bytes, 0, length);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') >= 0) {
        throw Errno.INVAL.failure();
      }
      return text;
    } catch (CharacterCodingException e) {
      throw Errno.ILSEQ.failure();
    }
  }
}
