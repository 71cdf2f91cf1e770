package dev.escarole.samples.bench.conformance;

import dev.escarole.samples.bench.conformance.Check.Level;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds a server of the agent command line against its text: {@code acli-conformance COMMAND…}
 * starts the server with that command and speaks to it by the Model Context Protocol. What a client
 * cannot see, such as the audit, it cannot check.
 */
public final class AcliConformance {

  private AcliConformance() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.err.println("usage: acli-conformance COMMAND [ARGUMENT…]");
      System.exit(2);
    }
    boolean passed = run(List.of(args), System.out);
    System.exit(passed ? 0 : 1);
  }

  /**
   * Checks a server and prints what it keeps and what not.
   *
   * @param command starts the server, which speaks at its standard streams
   * @return whether it keeps everything
   * @throws IOException if it cannot be started
   */
  public static boolean run(List<String> command, PrintStream out) throws IOException {
    try (Server server = Server.start(command)) {
      return check(server, out);
    }
  }

  private static boolean check(Server server, PrintStream out) {
    List<Check> failed = new ArrayList<>();
    List<Check> all = new ArrayList<>(ParserChecks.all());
    all.addAll(ResponseChecks.all());
    all.addAll(DiscoveryChecks.all());
    for (Check check : all) {
      String instead = tried(check, server);
      out.printf(
          "%s %-9s %-6s %s%s%n",
          instead.isEmpty() ? "ok  " : "FAIL",
          check.category().name().toLowerCase(Locale.ROOT),
          check.section(),
          check.claim(),
          instead.isEmpty() ? "" : ": " + instead);
      if (!instead.isEmpty()) {
        failed.add(check);
      }
    }
    out.printf(
        "%d of %d checks passed; level: %s%n",
        all.size() - failed.size(), all.size(), level(failed).map(Level::name).orElse("none"));
    return failed.isEmpty();
  }

  private static String tried(Check check, Server server) {
    try {
      return check.trial().run(server);
    } catch (IOException e) {
      return "no answer: " + e.getMessage();
    }
  }

  /** The highest level of which, and below which, nothing failed. */
  private static Optional<Level> level(List<Check> failed) {
    Optional<Level> reached = Optional.empty();
    for (Level level : Level.values()) {
      if (failed.stream().anyMatch(check -> check.level() == level)) {
        return reached;
      }
      reached = Optional.of(level);
    }
    return reached;
  }
}
