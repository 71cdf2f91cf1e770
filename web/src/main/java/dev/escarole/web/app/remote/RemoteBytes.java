package dev.escarole.web.app.remote;

import dev.escarole.web.app.Verb;
import dev.escarole.web.app.output.OutputBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bytes at a server, asked for in part. */
final class RemoteBytes<Q extends Record> implements OutputBytes {

  private static final Pattern SIZE = Pattern.compile("bytes .*/(\\d+)");
  private static final Pattern NAME = Pattern.compile("filename=\"([^\"]*)\"");
  private static final int PART = 206;
  private static final int BEYOND_THE_END = 416;

  private final Server server;
  private final Verb<Q, OutputBytes> verb;
  private final Q input;
  private final long size;
  private final String sha256;
  private final String fileName;
  private final boolean settled;

  private RemoteBytes(Server server, Verb<Q, OutputBytes> verb, Q input, Transport.Answer answer)
      throws IOException {
    this.server = server;
    this.verb = verb;
    this.input = input;
    // Of no bytes at all, even the first one lies beyond the end.
    if (answer.status() != BEYOND_THE_END) {
      Server.require(answer, Server.BYTES);
    }
    Matcher known = SIZE.matcher(answer.header("Content-Range"));
    if (!known.matches()) {
      throw Server.foreign("it does not say how many bytes there are");
    }
    Matcher named = NAME.matcher(answer.header("Content-Disposition"));
    this.size = Long.parseLong(known.group(1));
    this.sha256 = answer.header("ETag").replace("\"", "");
    this.fileName = named.find() ? named.group(1) : "";
    this.settled = answer.header("Cache-Control").contains("immutable");
  }

  static <Q extends Record> OutputBytes of(Server server, Verb<Q, OutputBytes> verb, Q input) {
    try (Transport.Answer answer = server.send(verb, input, Map.of("Range", "bytes=0-0"))) {
      return new RemoteBytes<>(server, verb, input, answer);
    } catch (IOException e) {
      throw Server.foreign("its answer broke off");
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public String sha256() {
    return sha256;
  }

  @Override
  public String fileName() {
    return fileName;
  }

  @Override
  public boolean settled() {
    return settled;
  }

  @Override
  public InputStream open(long from, long end) {
    if (from >= end) {
      return InputStream.nullInputStream();
    }
    Map<String, String> part =
        Map.of("Range", "bytes=%d-%d".formatted(from, end - 1), "If-Range", "\"" + sha256 + "\"");
    Transport.Answer answer = server.send(verb, input, part);
    boolean taken = false;
    try {
      Server.require(answer, Server.BYTES);
      if (answer.status() != PART) {
        throw Server.foreign("the output is another one by now");
      }
      taken = true;
      return answer.body();
    } catch (IOException e) {
      throw Server.foreign("its answer broke off");
    } finally {
      if (!taken) {
        close(answer);
      }
    }
  }

  private static void close(Transport.Answer answer) {
    try {
      answer.close();
    } catch (IOException e) {
      // Nothing more is wanted of it.
    }
  }
}
