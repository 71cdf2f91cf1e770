package dev.escarole.web.agent.acli;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Executes lines and returns one response for each (acli, section 2.2): rate limit, split, guard,
 * route, bind, execute, audit. No shell or process is ever started for a line. Conformance level
 * Full. Thread-safe.
 */
public final class Gateway implements AutoCloseable {

  /** Maximum number of concurrent commands of all callers. */
  private static final int MOST_AT_ONCE = 64;

  private final CommandSource source;
  private final AuditTrail audit;
  private final CallRate rate;
  private final GatewayOptions options;
  private final InstantSource clock;
  private final Parser parser;
  private final List<CommandDefinition> reserved;
  private final WaitLimit waits = new WaitLimit();
  private final CommandThreads threads = new CommandThreads(MOST_AT_ONCE);

  /**
   * @param source the commands besides {@code help}, {@code schema} and {@code version}
   * @param audit records every line
   */
  public Gateway(
      CommandSource source,
      AuditTrail audit,
      CallRate rate,
      GatewayOptions options,
      InstantSource clock) {
    this.source = source;
    this.audit = audit;
    this.rate = rate;
    this.options = options;
    this.clock = clock;
    this.parser = new Parser(options.parser());
    this.reserved = new Discovery(options.about(), this::offered).commands();
  }

  /**
   * Executes one line and waits for its end.
   *
   * @param line null means empty
   * @param cancellation stops the command
   */
  public AcliResponse execute(
      @Nullable String line,
      AgentCaller caller,
      Call.Progress progress,
      Cancellation cancellation) {
    Instant at = clock.instant();
    Execution execution = new Execution(new Execution.Line(line, caller, progress, cancellation));
    Answer answer = null;
    AcliError error = null;
    try {
      answer = carryOut(execution);
    } catch (AcliException e) {
      error = e.error().examples().isEmpty() ? taught(e.error(), execution) : e.error();
    }
    long millis = clock.millis() - at.toEpochMilli();
    String text = line == null ? "" : line;
    audit.record(
        new AuditEntry(
            at,
            caller,
            text,
            execution.parsedCommand(),
            new AuditEntry.Ending(error == null ? null : error.code(), millis)));
    return new AcliResponse(answer, error, new AcliResponse.Meta(text, millis));
  }

  private Answer carryOut(Execution execution) {
    if (!rate.admits(execution.line().caller().principal())) {
      throw new AcliException(AcliError.tooMany(1));
    }
    execution.parse(parser);
    AgentCaller caller = execution.line().caller();
    List<CommandDefinition> existing = existing(caller);
    execution.route(
        new Router(existing), new Router(VisibleCommands.of(existing, caller.access())));
    return execution.carryOut(threads, options.patience(), waits);
  }

  /** The commands that exist for a caller, including refused ones. */
  private List<CommandDefinition> existing(AgentCaller caller) {
    List<CommandDefinition> all = new ArrayList<>(reserved);
    Set<String> names = new HashSet<>();
    reserved.forEach(command -> names.add(command.name()));
    for (CommandDefinition command : source.commands()) {
      if (caller.access().allows(command.name()) && names.add(command.name())) {
        all.add(command);
      }
    }
    return all;
  }

  private List<CommandDefinition> offered(AgentCaller caller) {
    return VisibleCommands.of(existing(caller), caller.access());
  }

  private AcliError taught(AcliError error, Execution execution) {
    return switch (error.code()) {
      case PARSE_ERROR,
          INJECTION_BLOCKED,
          COMMAND_NOT_FOUND,
          VALIDATION_ERROR,
          PATH_TRAVERSAL_BLOCKED,
          INVALID_DATE_FORMAT ->
          error.withExamples(
              new LineSuggestions(parser, new Router(offered(execution.line().caller())))
                  .examples(execution.line().text()));
      case PERMISSION_DENIED -> error.withExamples(List.of("help"));
      case EXECUTION_ERROR, TIMEOUT, RATE_LIMITED -> error;
    };
  }

  /** Executes no more lines. */
  @Override
  public void close() {
    threads.close();
  }

  /** Records every line, executed or refused. Must be thread-safe. */
  @FunctionalInterface
  public interface AuditTrail {

    void record(AuditEntry entry);
  }

  /** Rate limit of principals. Must be thread-safe. */
  @FunctionalInterface
  public interface CallRate {

    /** No limit. */
    static CallRate unlimited() {
      return principal -> true;
    }

    /** Counts a request of the principal and returns whether it is allowed. */
    boolean admits(String principal);
  }

  /** The commands of a gateway besides the reserved ones. Must be thread-safe. */
  @FunctionalInterface
  public interface CommandSource {

    /** Returns the current commands with unique names. */
    List<CommandDefinition> commands();
  }

  /** Removes commands from a tree that a caller may not use. */
  static final class VisibleCommands {

    private VisibleCommands() {}

    static List<CommandDefinition> of(List<CommandDefinition> roots, Access access) {
      return level(roots, List.of(), access);
    }

    private static List<CommandDefinition> level(
        List<CommandDefinition> commands, List<String> above, Access access) {
      List<CommandDefinition> visible = new ArrayList<>();
      for (CommandDefinition command : commands) {
        List<String> path = new ArrayList<>(above);
        path.add(command.name());
        if (!access.denies(path)) {
          visible.add(command.withSubcommands(level(command.subcommands(), path, access)));
        }
      }
      return visible;
    }
  }

  /**
   * Limits the number of waiting lines, each of which occupies a thread, in total and per
   * principal, so that threads remain for lines that are answered at once. Thread-safe.
   */
  static final class WaitLimit {

    /** Maximum number of waiting lines per principal. */
    static final int OF_ONE = 16;

    /** Maximum number of waiting lines in total. */
    static final int OF_ALL = 48;

    private final Map<String, Integer> waiting = new HashMap<>();
    private int all;

    /**
     * Registers a waiting line.
     *
     * @throws AcliException if a limit is reached
     */
    synchronized void enter(String principal) {
      int before = waiting.getOrDefault(principal, 0);
      if (before >= OF_ONE || all >= OF_ALL) {
        throw new AcliException(AcliError.tooManyWaiting(before >= OF_ONE ? before : all));
      }
      waiting.put(principal, before + 1);
      all++;
    }

    /** Removes a registered line after its answer. */
    synchronized void leave(String principal) {
      all--;
      waiting.computeIfPresent(principal, (name, lines) -> lines > 1 ? lines - 1 : null);
    }
  }
}
