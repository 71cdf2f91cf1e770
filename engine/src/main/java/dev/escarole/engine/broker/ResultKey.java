package dev.escarole.engine.broker;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Computes the key of a result: the SHA-256 of everything that a hermetic result can depend on.
 * Every text stands behind its length and every list behind its number, so that no two different
 * invocations feed the same bytes.
 */
final class ResultKey {

  private static final String VERSION = "escarole-result-1";

  private ResultKey() {}

  /**
   * The key of one call.
   *
   * @param exec whether the program can run other commands; that it can call them does not mean
   *     that it does, but without, it would be refused
   */
  static String of(Command command, Invocation invocation, boolean exec) {
    MessageDigest digest = sha256();
    invocation.input().arrays().forEach(digest::update);
    byte[] stdin = digest.digest();
    return HexFormat.of().formatHex(digest.digest(encoded(command, invocation, exec, stdin)));
  }

  /** What the key is the hash of; {@code stdin} is the hash of standard input. */
  static byte[] encoded(Command command, Invocation invocation, boolean exec, byte[] stdin) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      text(out, VERSION);
      text(out, command.artifact().toString());
      text(out, command.mode().name());
      out.writeBoolean(exec);
      text(out, invocation.commandName());
      given(out, invocation);
      limits(out, invocation.limits());
      out.write(stdin);
    } catch (IOException e) {
      throw new UncheckedIOException("BUG: memory cannot fail", e);
    }
    return bytes.toByteArray();
  }

  private static void given(DataOutputStream out, Invocation invocation) throws IOException {
    out.writeInt(invocation.arguments().size());
    for (String argument : invocation.arguments()) {
      text(out, argument);
    }
    out.writeInt(invocation.environment().size());
    for (var variable : invocation.environment().entrySet()) {
      text(out, variable.getKey());
      text(out, variable.getValue());
    }
    out.writeInt(invocation.directories().size());
    for (DirectoryGrant directory : invocation.directories()) {
      text(out, directory.guest());
      text(out, directory.mode().name());
    }
    if (invocation.workingDirectory() != null) {
      text(out, invocation.workingDirectory());
    }
  }

  /** The wall clock is left out: how much time there would have been changes no result. */
  private static void limits(DataOutputStream out, Limits limits) throws IOException {
    out.writeLong(limits.memoryBytes());
    out.writeLong(limits.stdinBytes());
    out.writeLong(limits.argvBytes());
    out.writeLong(limits.outputBytes());
    out.writeLong(limits.fuel());
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    // Not UTF-8, which makes one byte of all lone surrogates.
    byte[] bytes = text.getBytes(StandardCharsets.UTF_16BE);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }
}
