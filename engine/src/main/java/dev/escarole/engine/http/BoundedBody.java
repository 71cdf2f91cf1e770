package dev.escarole.engine.http;

import dev.escarole.engine.http.RequestFailure.Reason;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads the body of a response up to a limit, both as it is sent and once it is decompressed. */
final class BoundedBody {

  private static final int STEP = 16_384;

  private static final Set<String> PLAIN = Set.of("", "identity", "gzip", "x-gzip", "deflate");

  private BoundedBody() {}

  /** Fails once more was read than allowed. */
  private static final class Limited extends FilterInputStream {
    private long left;

    Limited(InputStream in, long most) {
      super(in);
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count(Math.max(read, 0));
      return read;
    }

    private void count(int read) throws IOException {
      left -= read;
      if (left < 0) {
        throw new TooLong();
      }
    }
  }

  private static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Reads everything.
   *
   * @param encoding the header Content-Encoding; null if there is none. Other encodings than gzip
   *     and deflate are left as they are
   */
  static byte[] read(InputStream body, @Nullable String encoding, int most)
      throws IOException, RequestFailure {
    try {
      PushbackInputStream sent = new PushbackInputStream(new Limited(body, most));
      int first = sent.read();
      if (first < 0) {
        return new byte[0];
      }
      sent.unread(first);
      InputStream plain = new Limited(decoded(sent, encoding), most);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      byte[] part = new byte[STEP];
      for (int read = plain.read(part); read >= 0; read = plain.read(part)) {
        all.write(part, 0, read);
      }
      return all.toByteArray();
    } catch (TooLong e) {
      throw new RequestFailure(Reason.TOO_LARGE, "the response is larger than " + most + " bytes");
    } catch (ZipException e) {
      throw new RequestFailure(Reason.BAD_ENCODING, "the response is not valid " + encoding);
    }
  }

  /**
   * Returns whether {@link #read} gives what the server has encoded, not its encoded form.
   *
   * @param encoding the header Content-Encoding; empty if there is none
   */
  static boolean isDecoded(String encoding) {
    return PLAIN.contains(encoding.strip().toLowerCase(Locale.ROOT));
  }

  private static InputStream decoded(InputStream in, @Nullable String encoding) throws IOException {
    return switch (encoding == null ? "" : encoding.strip().toLowerCase(Locale.ROOT)) {
      case "gzip", "x-gzip" -> new GZIPInputStream(in, STEP);
      case "deflate" -> new InflaterInputStream(in);
      default -> in;
    };
  }
}
