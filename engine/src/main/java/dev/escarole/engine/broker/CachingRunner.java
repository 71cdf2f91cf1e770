package dev.escarole.engine.broker;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.ResultCache;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers cacheable invocations from a cache. It stores only results of successful commands that
 * were observed to depend on nothing but program and invocation.
 *
 * <p>It runs behind the broker, so only callers that may run a command get its cached result.
 * Thread-safe.
 */
public final class CachingRunner implements CommandRunner {

  private final CommandRunner runner;
  private final ResultCache cache;

  /**
   * Creates a runner in front of another.
   *
   * @param runner executes what is not cached; closed with this one
   */
  public CachingRunner(CommandRunner runner, ResultCache cache) {
    this.runner = runner;
    this.cache = cache;
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation) {
    return answer(command, invocation, false, () -> runner.run(command, invocation));
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation, GuestCalls calls) {
    return answer(
        command,
        invocation,
        calls.commands() != null,
        () -> runner.run(command, invocation, calls));
  }

  private InvocationResult answer(
      Command command, Invocation invocation, boolean exec, Supplier<InvocationResult> run) {
    boolean whole = invocation.streams().areNone();
    if (!invocation.cacheable() || !whole || invocation.cancellation().isCancelled()) {
      // Streamed data is in neither the result nor the key.
      return run.get();
    }
    String key = ResultKey.of(command, invocation, exec);
    Optional<ResultCache.Kept> kept = cache.find(key);
    if (kept.isPresent()) {
      return InvocationResult.cached(kept.get().stdout(), kept.get().stderr());
    }
    InvocationResult result = run.get();
    if (canBeKept(result)) {
      cache.keep(key, new ResultCache.Kept(result.stdout(), result.stderr()));
    }
    return result;
  }

  private static boolean canBeKept(InvocationResult result) {
    return result.purity() == Purity.HERMETIC
        && result.outcome().isSuccess()
        && !result.stdout().truncated()
        && !result.stderr().truncated();
  }

  @Override
  public boolean mayCallCommands(Command command) {
    return runner.mayCallCommands(command);
  }

  @Override
  public void close() {
    runner.close();
  }

  /**
   * Computes the cache key of a result: the SHA-256 of everything that a hermetic result can depend
   * on. Texts and lists are length-prefixed, so different invocations never produce the same bytes.
   */
  static final class ResultKey {

    private static final String VERSION = "escarole-result-1";

    private ResultKey() {}

    /**
     * Returns the key of one call.
     *
     * @param exec whether the program can run other commands, which affects its result if it tries
     */
    static String of(Command command, Invocation invocation, boolean exec) {
      MessageDigest digest = sha256();
      invocation.input().arrays().forEach(digest::update);
      byte[] stdin = digest.digest();
      return HexFormat.of().formatHex(digest.digest(encoded(command, invocation, exec, stdin)));
    }

    /** The bytes that the key hashes; {@code stdin} is the hash of standard input. */
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

    /** The wall clock is left out: the remaining time does not change a result. */
    private static void limits(DataOutputStream out, Limits limits) throws IOException {
      out.writeLong(limits.memoryBytes());
      out.writeLong(limits.stdinBytes());
      out.writeLong(limits.argvBytes());
      out.writeLong(limits.outputBytes());
      out.writeLong(limits.fuel());
    }

    private static void text(DataOutputStream out, String text) throws IOException {
      // Not UTF-8, which maps all lone surrogates to the same byte.
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
}
