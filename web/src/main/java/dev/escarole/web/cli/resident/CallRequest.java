package dev.escarole.web.cli.resident;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client wants a resident server to call. A plain class, because records take longer to
 * load. Immutable, if nobody changes the lists.
 */
final class CallRequest {

  /** Raised whenever frames or this request change. */
  private static final int PROTOCOL = 1;

  private static final int MOST_TEXTS = 100_000;

  final List<String> arguments;

  /** Name and value in turn. */
  final List<String> environment;

  /** Facts that have to be the same in both processes. */
  final List<String> facts;

  /** The working directory. */
  final String directory;

  /** Path and identity in turn of the files that the arguments name. */
  final List<String> files;

  /** As {@code Terminal} has them. */
  final List<String> terminal;

  CallRequest(
      List<String> arguments,
      List<String> environment,
      List<String> facts,
      String directory,
      List<String> files,
      List<String> terminal) {
    this.arguments = arguments;
    this.environment = environment;
    this.facts = facts;
    this.directory = directory;
    this.files = files;
    this.terminal = terminal;
  }

  byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(PROTOCOL);
    write(out, arguments);
    write(out, environment);
    write(out, facts);
    write(out, List.of(directory));
    write(out, files);
    write(out, terminal);
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  /**
   * Reads what {@link #bytes} returns.
   *
   * @throws IOException if it is something else
   */
  static CallRequest of(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != PROTOCOL) {
      throw new IOException("another version of the protocol");
    }
    List<String> arguments = read(in);
    List<String> environment = read(in);
    List<String> facts = read(in);
    List<String> directory = read(in);
    List<String> files = read(in);
    List<String> terminal = read(in);
    if (directory.size() != 1 || environment.size() % 2 != 0 || files.size() % 2 != 0) {
      throw new IOException("a request of another form");
    }
    return new CallRequest(arguments, environment, facts, directory.get(0), files, terminal);
  }

  private static List<String> read(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_TEXTS) {
      throw new IOException("a request with too many texts");
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      if (length < 0 || length > in.available()) {
        throw new IOException("a request is cut off");
      }
      texts.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }
    return texts;
  }
}
