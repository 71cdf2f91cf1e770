package dev.escarole.web.cli.text;

import dev.escarole.engine.plan.PlainText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What programs wrote, on its way to a terminal: text in UTF-8 passes with its line breaks and
 * tabs; everything else that a terminal might obey or hide shows as {@code \}{@code uXXXX}, and a
 * byte that is not UTF-8 as {@code \xXX}. Characters may come in pieces. Thread-safe.
 */
public final class TerminalStream extends OutputStream {

  private static final int MOST_BYTES = 4;

  private final OutputStream out;
  private final byte[] pending = new byte[MOST_BYTES];
  private int pendingBytes;
  private int wanted;
  private int before;

  /** Whether the last byte was a carriage return, which may or may not end a line. */
  private boolean carriageReturn;

  public TerminalStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    StringBuilder text = new StringBuilder(length);
    for (int i = offset; i < offset + length; i++) {
      take(bytes[i] & 0xff, text);
    }
    send(text);
  }

  private void take(int value, StringBuilder text) {
    if (pendingBytes > 0 && (value & 0xc0) != 0x80) {
      giveUp(text);
    }
    if (pendingBytes > 0) {
      pending[pendingBytes++] = (byte) value;
      if (pendingBytes == wanted) {
        complete(text);
      }
    } else if (value < 0x80) {
      show(value, text);
    } else {
      pending[pendingBytes++] = (byte) value;
      wanted = value >= 0xc2 && value < 0xe0 ? 2 : value >= 0xe0 && value < 0xf0 ? 3 : 4;
      if (value < 0xc2 || value > 0xf4) {
        giveUp(text);
      }
    }
  }

  private void complete(StringBuilder text) {
    String decoded = new String(pending, 0, pendingBytes, StandardCharsets.UTF_8);
    int point = decoded.codePointAt(0);
    boolean whole = decoded.length() == Character.charCount(point);
    if (whole && (point != 0xfffd || (pending[0] & 0xff) == 0xef)) {
      pendingBytes = 0;
      show(point, text);
    } else {
      giveUp(text);
    }
  }

  /** Shows the bytes that turned out to be no character. */
  private void giveUp(StringBuilder text) {
    int bytes = pendingBytes;
    pendingBytes = 0;
    endOfReturn(text, false);
    for (int i = 0; i < bytes; i++) {
      text.append(String.format(Locale.ROOT, "\\x%02x", pending[i] & 0xff));
    }
    before = 0;
  }

  private void show(int point, StringBuilder text) {
    endOfReturn(text, point == '\n');
    if (point == '\r') {
      carriageReturn = true;
    } else if (point == '\n' || point == '\t') {
      text.append((char) point);
    } else {
      PlainText.append(text, point, before);
    }
    before = point;
  }

  /** A carriage return goes unseen before a line feed; alone it would go back in the line. */
  private void endOfReturn(StringBuilder text, boolean endsLine) {
    if (carriageReturn && !endsLine) {
      PlainText.append(text, '\r', 0);
    }
    carriageReturn = false;
  }

  private void send(StringBuilder text) throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** Shows what is left of a character that came in part; what is behind stays open. */
  @Override
  public synchronized void close() throws IOException {
    StringBuilder text = new StringBuilder();
    giveUp(text);
    send(text);
    out.flush();
  }
}
