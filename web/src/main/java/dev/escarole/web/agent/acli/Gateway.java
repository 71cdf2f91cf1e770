package dev.escarole.web.agent.acli;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.web.agent.acli.AgentCaller.Access;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Parser.ParseResult;
import dev.escarole.web.agent.acli.Router.Route;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes lines and returns one response for each (acli, section 2.2): rate limit, split, guard,
 * route, bind, execute, audit. No shell or process is ever started for a line. Conformance level
 * Full. Thread-safe.
 */
public final class Gateway implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

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
    this.parser = new Parser(options.strict());
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
    Execution execution = new Execution(line, caller, progress, cancellation);
    Answer answer = null;
    AcliError error = null;
    try {
      answer = execution.answer();
    } catch (AcliException e) {
      error = e.error().examples().isEmpty() ? taught(e.error(), line, caller) : e.error();
    } catch (RuntimeException e) {
      // The line is put on record all the same.
      LOG.warn("A line of an agent failed unexpectedly", e);
      error = AcliError.failed("an internal error; the server's log has its cause");
    }
    long millis = clock.millis() - at.toEpochMilli();
    String text = line == null ? "" : line;
    ErrorCode code = error == null ? null : error.code();
    audit.record(new AuditEntry(at, caller, text, execution.command(), code, millis));
    return new AcliResponse(answer, error, text, millis);
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
    return visible(existing(caller), List.of(), caller.access());
  }

  private static List<CommandDefinition> visible(
      List<CommandDefinition> commands, List<String> above, Access access) {
    List<CommandDefinition> visible = new ArrayList<>();
    for (CommandDefinition command : commands) {
      List<String> path = new ArrayList<>(above);
      path.add(command.name());
      if (!access.denies(path)) {
        visible.add(command.withSubcommands(visible(command.subcommands(), path, access)));
      }
    }
    return visible;
  }

  private AcliError taught(AcliError error, @Nullable String line, AgentCaller caller) {
    return switch (error.code()) {
      case EXECUTION_ERROR, TIMEOUT, RATE_LIMITED -> error;
      case PERMISSION_DENIED -> error.withExamples(List.of("help"));
      default ->
          error.withExamples(
              new LineSuggestions(parser, new Router(offered(caller))).examples(line));
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

    /** Returns what a failure of a command means to its caller; null for an internal error. */
    default @Nullable AcliError explained(Throwable failure, ParsedArguments arguments) {
      return null;
    }
  }

  /** One line. Used once, by one thread. */
  private final class Execution {
    private final @Nullable String line;
    private final AgentCaller caller;
    private final Call.Progress progress;
    private final Cancellation cancellation;
    private @Nullable Route route;

    Execution(
        @Nullable String line,
        AgentCaller caller,
        Call.Progress progress,
        Cancellation cancellation) {
      this.line = line;
      this.caller = caller;
      this.progress = progress;
      this.cancellation = cancellation;
    }

    /** The name of the command, as far as known. */
    String command() {
      return route == null ? "" : route.name();
    }

    Answer answer() {
      if (!rate.admits(caller.principal())) {
        throw new AcliException(AcliError.tooMany(1));
      }
      Route to = route(parser.words(line));
      route = to;
      if (caller.access().denies(to.path())) {
        throw new AcliException(AcliError.denied(to.name()));
      }
      ParsedArguments arguments = Binding.of(to).arguments();
      Call call = new Call(arguments, caller, progress, cancellation);
      Handler handler = Objects.requireNonNull(to.command().handler());
      Duration wait = arguments.requestedWait();
      if (wait.isZero()) {
        return answer(handler, call, options.patience());
      }
      waits.enter(caller.principal());
      try {
        return answer(handler, call, options.patience().plus(wait));
      } finally {
        waits.leave(caller.principal());
      }
    }

    /** A command that the caller may not use is found, but not suggested. */
    private Route route(List<String> words) {
      try {
        return new Router(existing(caller)).route(words);
      } catch (AcliException e) {
        return new Router(offered(caller)).route(words);
      }
    }

    private Answer answer(Handler handler, Call call, Duration most) {
      try {
        Future<Answer> future = threads.begin(() -> handler.handle(call));
        // The thread is not interrupted: an interrupt during a database write would do damage.
        cancellation.attach(() -> future.cancel(false));
        Answer answer = future.get(most.toMillis(), TimeUnit.MILLISECONDS);
        if (cancellation.isCancelled()) {
          throw new CancellationException();
        }
        return answer;
      } catch (RejectedExecutionException e) {
        throw new AcliException(AcliError.tooMany(1));
      } catch (TimeoutException e) {
        cancellation.cancel();
        throw new AcliException(AcliError.late(most.toMillis()));
      } catch (CancellationException e) {
        throw new AcliException(AcliError.failed("cancelled by the caller").withHint(null));
      } catch (InterruptedException e) {
        cancellation.cancel();
        Thread.currentThread().interrupt();
        throw new AcliException(AcliError.failed("interrupted"));
      } catch (ExecutionException e) {
        throw explained(e.getCause(), call.arguments());
      }
    }

    private AcliException explained(@Nullable Throwable cause, ParsedArguments arguments) {
      if (cause instanceof AcliException known) {
        return known;
      }
      AcliError error = cause == null ? null : source.explained(cause, arguments);
      if (error != null) {
        return new AcliException(error);
      }
      LOG.warn("The command '{}' of an agent failed unexpectedly", command(), cause);
      return new AcliException(AcliError.failed("internal error; see the server's log"));
    }
  }

  /**
   * Limits the number of waiting lines, each of which occupies a thread, in total and per
   * principal, so that threads remain for lines that are answered at once. Thread-safe.
   */
  static final class WaitLimit {

    static final int OF_ONE = 16;

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

    synchronized void leave(String principal) {
      all--;
      waiting.computeIfPresent(principal, (name, lines) -> lines > 1 ? lines - 1 : null);
    }
  }

  /**
   * One line that was sent, executed or refused (acli, section 8.3). Immutable.
   *
   * @param at when it arrived
   * @param caller who sent it
   * @param command the line itself
   * @param parsedCommand name of its command; empty if unknown
   * @param error null if it succeeded
   */
  public record AuditEntry(
      Instant at,
      AgentCaller caller,
      String command,
      String parsedCommand,
      @Nullable ErrorCode error,
      long durationMillis) {}

  /**
   * Suggests a valid line for an invalid one. It never guesses the meaning of a text: a line that
   * does something else than intended is worse than none.
   */
  private static final class LineSuggestions {
    private static final int LONGEST_EXAMPLE = 300;
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    private final Parser parser;
    private final Router router;

    LineSuggestions(Parser parser, Router router) {
      this.parser = parser;
      this.router = router;
    }

    List<String> examples(@Nullable String line) {
      String text = line == null ? "" : line;
      List<String> words = words(text);
      Optional<Route> meant = words.isEmpty() ? Optional.empty() : router.meant(words);
      if (meant.isEmpty()) {
        return List.of("help");
      }
      Route route = meant.get();
      String example = parser.parse(text) instanceof ParseResult.Ok ? repaired(route) : null;
      if (example != null && !repeats(example, text) && isRight(example)) {
        return List.of(example);
      }
      return List.of(route.path().equals(List.of("help")) ? "help" : "help " + route.name());
    }

    /** The line with corrected names; null if something would be lost or it is too long. */
    private static @Nullable String repaired(Route route) {
      Binding binding = Binding.of(route);
      if (!binding.keepsAll()) {
        return null;
      }
      List<String> repaired = new ArrayList<>(route.path());
      repaired.addAll(binding.repaired());
      String example = LineText.of(repaired);
      return example.length() <= LONGEST_EXAMPLE ? example : null;
    }

    /** The words of the line; if it cannot be split, its leading plain words. */
    private static List<String> words(String line) {
      try {
        return Parser.split(line);
      } catch (AcliException e) {
        List<String> plain = new ArrayList<>();
        for (String word : line.strip().split("[ \\t]+", -1)) {
          if (!NAME.matcher(word).matches()) {
            break;
          }
          plain.add(word);
        }
        return plain;
      }
    }

    /** Whether the example only repeats the refused line with other quotes or in another order. */
    private boolean repeats(String example, String refused) {
      return parser.parse(refused) instanceof ParseResult.Ok before
          && parser.parse(example) instanceof ParseResult.Ok after
          && before.value().stream()
              .sorted()
              .toList()
              .equals(after.value().stream().sorted().toList());
    }

    private boolean isRight(String line) {
      if (!(parser.parse(line) instanceof ParseResult.Ok parsed)) {
        return false;
      }
      try {
        Route route = router.route(parsed.value());
        List<String> subject = Binding.of(route).arguments().list("command");
        return !Discovery.asksAbout(route.command())
            || subject.isEmpty()
            || router.named(subject).isPresent();
      } catch (AcliException e) {
        return false;
      }
    }
  }
}
