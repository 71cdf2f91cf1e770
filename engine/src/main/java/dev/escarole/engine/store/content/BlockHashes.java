package dev.escarole.engine.store.content;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * SHA-256 of each block of a content, one after the other, so that a part of it can be checked
 * without reading the rest.
 */
final class BlockHashes {

  /** Bytes in a block; the last one may have fewer. */
  static final int BLOCK = 256 * 1024;

  private static final int HASH = 32;

  private BlockHashes() {}

  /** Whether a block is what was stored. */
  static boolean match(byte[] hashes, long number, byte[] block) {
    int at = Math.toIntExact(number * HASH);
    return at + HASH <= hashes.length
        && Arrays.equals(hashes, at, at + HASH, sha256().digest(block), 0, HASH);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  /** Computes the hashes of what is read through it; remembers failures of the source. */
  static final class Hashing extends FilterInputStream {
    private final MessageDigest whole = sha256();
    private final MessageDigest block = sha256();
    private final ByteArrayOutputStream hashes = new ByteArrayOutputStream();
    private int inBlock;
    private boolean failed;

    Hashing(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count;
      try {
        count = in.read(target, offset, length);
      } catch (IOException e) {
        failed = true;
        throw e;
      }
      int done = 0;
      while (done < count) {
        int more = Math.min(count - done, BLOCK - inBlock);
        block.update(target, offset + done, more);
        inBlock += more;
        done += more;
        if (inBlock == BLOCK) {
          endBlock();
        }
      }
      if (count > 0) {
        whole.update(target, offset, count);
      }
      return count;
    }

    private void endBlock() {
      hashes.writeBytes(block.digest());
      inBlock = 0;
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    /** Whether the source could not be read. */
    boolean hasFailed() {
      return failed;
    }

    /** The SHA-256 of all bytes in lower-case hex; call it once, at the end. */
    String whole() {
      return HexFormat.of().formatHex(whole.digest());
    }

    /** The hashes of all blocks; call it once, at the end. */
    byte[] hashes() {
      if (inBlock > 0) {
        endBlock();
      }
      return hashes.toByteArray();
    }
  }
}
