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
 * Takes lines, and answers each with one response (acli, section 2.2): count, split, guard, route,
 * type, carry out, audit. No shell and no process is ever started for a line. Conformance level
 * Full. Safe for use by many threads.
 */
public final class Gateway implements AutoCloseable {

  /** Commands that are carried out at once, over all callers. */
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
   * @param audit is told of every line
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
   * Carries out one line. Waits for its end.
   *
   * @param line null counts as empty
   * @param cancellation stops what is carried out
   */
  public AcliResponse execute(
      @Nullable String line, Caller caller, Call.Progress progress, Cancellation cancellation) {
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
    Caller caller = execution.line().caller();
    List<CommandDefinition> existing = existing(caller);
    execution.route(
        new Router(existing), new Router(VisibleCommands.of(existing, caller.access())));
    return execution.carryOut(threads, options.patience(), waits);
  }

  /** The commands that exist for a caller, those that it may not use included. */
  private List<CommandDefinition> existing(Caller caller) {
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

  private List<CommandDefinition> offered(Caller caller) {
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

  /** Carries out nothing more. */
  @Override
  public void close() {
    threads.close();
  }

  /** Is told of every line, refused or carried out. Must be safe for use by many threads. */
  @FunctionalInterface
  public interface AuditTrail {

    void record(AuditEntry entry);
  }

  /** Whether a principal may ask for one more thing now. Must be safe for use by many threads. */
  @FunctionalInterface
  public interface CallRate {

    /** Any number of lines for everybody. */
    static CallRate unlimited() {
      return principal -> true;
    }

    /** Counts what the principal asks for, and says whether it is within what it may. */
    boolean admits(String principal);
  }

  /**
   * The commands that a gateway offers besides the reserved ones. Must be safe for many threads.
   */
  @FunctionalInterface
  public interface CommandSource {

    /** The commands at this moment, each name once. */
    List<CommandDefinition> commands();
  }

  /** Leaves out of a tree of commands what a caller may not use. */
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
   * Lines that are waited for, each of which holds a thread: bounded over all and for each
   * principal, so that some threads are always left for lines that are answered at once. Safe for
   * use by many threads.
   */
  static final class WaitLimit {

    /** Lines of one principal that may wait. */
    static final int OF_ONE = 16;

    /** Lines that may wait in all. */
    static final int OF_ALL = 48;

    private final Map<String, Integer> waiting = new HashMap<>();
    private int all;

    /**
     * Lets a line in.
     *
     * @throws AcliException if there is no room for it
     */
    synchronized void enter(String principal) {
      int before = waiting.getOrDefault(principal, 0);
      if (before >= OF_ONE || all >= OF_ALL) {
        throw new AcliException(AcliError.tooManyWaiting(before >= OF_ONE ? before : all));
      }
      waiting.put(principal, before + 1);
      all++;
    }

    /** A line that was let in has been answered. */
    synchronized void leave(String principal) {
      all--;
      waiting.computeIfPresent(principal, (name, lines) -> lines > 1 ? lines - 1 : null);
    }
  }
}
