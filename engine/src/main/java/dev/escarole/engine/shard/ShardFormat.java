package dev.escarole.engine.shard;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.executor.LeafPlace.MovedLeaf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands and their results as bytes in the row of a shard. */
final class ShardFormat {

  /** The form of commands; engines of an earlier version leave newer ones. */
  static final int VERSION = 1;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<List<Order>> ORDERS = new TypeReference<>() {};
  private static final TypeReference<List<@Nullable Result>> RESULTS = new TypeReference<>() {};

  private ShardFormat() {}

  /**
   * A command to carry out.
   *
   * @param millis the wall clock in milliseconds; the other limits are as in {@link Limits}
   */
  @SuppressWarnings("ArrayRecordComponent") // Written or read once.
  record Order(
      String run,
      String path,
      String principal,
      boolean revoked,
      String command,
      List<String> arguments,
      byte[] stdin,
      Map<String, String> environment,
      long millis,
      long memoryBytes,
      long stdinBytes,
      long argvBytes,
      long outputBytes,
      long fuel) {

    static Order of(MovedLeaf leaf) {
      Invocation invocation = leaf.invocation();
      Limits limits = invocation.limits();
      return new Order(
          leaf.run().value(),
          leaf.path(),
          leaf.principal().name(),
          leaf.principal().revoked(),
          invocation.commandName(),
          invocation.arguments(),
          invocation.stdin(),
          invocation.environment(),
          limits.wallClock().toMillis(),
          limits.memoryBytes(),
          limits.stdinBytes(),
          limits.argvBytes(),
          limits.outputBytes(),
          limits.fuel());
    }

    Principal caller() {
      return new Principal(principal, revoked);
    }

    Invocation.Builder invocation() {
      return Invocation.of(command)
          .arguments(arguments)
          .stdin(stdin)
          .environment(environment)
          .limits(
              new Limits(
                  Duration.ofMillis(millis),
                  memoryBytes,
                  stdinBytes,
                  argvBytes,
                  outputBytes,
                  fuel));
    }
  }

  /** What a command came to, as in {@link InvocationResult}. */
  @SuppressWarnings("ArrayRecordComponent") // Written or read once.
  record Result(
      String kind,
      int exitCode,
      String detail,
      byte[] stdout,
      boolean stdoutTruncated,
      byte[] stderr,
      boolean stderrTruncated,
      long wallNanos,
      long peakMemoryBytes,
      long fuelUsed) {

    static Result of(InvocationResult result) {
      return new Result(
          result.outcome().kind().name(),
          result.outcome().exitCode(),
          result.outcome().detail(),
          result.stdout().bytes(),
          result.stdout().truncated(),
          result.stderr().bytes(),
          result.stderr().truncated(),
          result.wallNanos(),
          result.peakMemoryBytes(),
          result.fuelUsed());
    }

    InvocationResult result() {
      return new InvocationResult(
          new Outcome(Outcome.Kind.valueOf(kind), exitCode, detail),
          Output.of(stdout, stdoutTruncated),
          Output.of(stderr, stderrTruncated),
          wallNanos,
          peakMemoryBytes,
          fuelUsed);
    }

    int size() {
      return stdout.length + stderr.length;
    }
  }

  static byte[] orders(List<Order> orders) {
    return written(orders);
  }

  /**
   * Reads the commands of a shard.
   *
   * @throws UncheckedIOException if they have another form, or one could never be carried out
   */
  static List<Order> orders(byte[] bytes) {
    return checked(
        () -> {
          List<Order> orders = List.copyOf(read(bytes, ORDERS));
          for (Order order : orders) {
            Principal unusedCaller = order.caller();
            Invocation unusedCall = order.invocation().build();
          }
          return orders;
        });
  }

  /**
   * @param results in the order of the commands; null for one that the owner has to carry out
   */
  static byte[] results(List<@Nullable Result> results) {
    return written(results);
  }

  /**
   * Reads the results of a shard.
   *
   * @return in the order of the commands; null for one that the owner has to carry out
   * @throws UncheckedIOException if they have another form
   */
  static List<@Nullable InvocationResult> results(byte[] bytes) {
    return checked(
        () -> {
          List<@Nullable InvocationResult> results = new ArrayList<>();
          for (Result result : read(bytes, RESULTS)) {
            results.add(result == null ? null : result.result());
          }
          return results;
        });
  }

  private static byte[] written(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException("BUG: a shard cannot be written", e);
    }
  }

  private interface Reading<T> {
    T read() throws IOException;
  }

  /** Whatever is wrong with a row, nobody must wait for it for ever. */
  private static <T> T checked(Reading<T> reading) {
    try {
      return reading.read();
    } catch (IOException e) {
      throw new UncheckedIOException("a shard has another form", e);
    } catch (RuntimeException e) {
      throw new UncheckedIOException("a shard has another form", new IOException(e));
    }
  }

  private static <T> T read(byte[] bytes, TypeReference<T> type) throws IOException {
    T value = JSON.readValue(bytes, type);
    if (value == null) {
      throw new IOException("there is nothing but null");
    }
    return value;
  }
}
