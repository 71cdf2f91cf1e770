package dev.escarole.web.agent.acli;

import dev.escarole.web.agent.acli.Gateway.WaitLimit;
import dev.escarole.web.agent.acli.Parser.ParseResult;
import dev.escarole.web.agent.acli.Router.Route;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Execution of one line. Used once, by one thread. */
final class Execution {

  private static final Logger LOG = LoggerFactory.getLogger(Execution.class);

  private final Line line;
  private List<String> words = List.of();
  private @Nullable Route route;

  /** The received line. */
  record Line(
      @Nullable String text,
      AgentCaller caller,
      Call.Progress progress,
      Cancellation cancellation) {}

  Execution(Line line) {
    this.line = line;
  }

  Line line() {
    return line;
  }

  /** Returns the name of the command, as far as known. */
  String parsedCommand() {
    return route == null ? "" : route.name();
  }

  void parse(Parser parser) {
    ParseResult result = parser.parse(line.text());
    if (result instanceof ParseResult.Refused refused) {
      throw new AcliException(refused.error());
    }
    words = ((ParseResult.Ok) result).value();
  }

  /**
   * Finds the command.
   *
   * @param existing routes to the commands that exist for the caller
   * @param offered routes to the commands that it may use; only these are suggested
   */
  void route(Router existing, Router offered) {
    Route found;
    try {
      found = existing.route(words);
    } catch (AcliException e) {
      found = offered.route(words);
    }
    route = found;
    if (line.caller().access().denies(found.path())) {
      throw new AcliException(AcliError.denied(found.name()));
    }
  }

  Answer carryOut(CommandThreads threads, Duration patience, WaitLimit waits) {
    Route to = Objects.requireNonNull(route);
    Handler handler = Objects.requireNonNull(to.command().handler());
    ParsedArguments arguments = Binding.of(to).arguments();
    Call call = new Call(arguments, line.caller(), line.progress(), line.cancellation());
    Duration extra = handler.extraTime(arguments);
    if (extra.isZero()) {
      return carryOut(handler, call, threads, patience);
    }
    waits.enter(line.caller().principal());
    try {
      return carryOut(handler, call, threads, patience.plus(extra));
    } finally {
      waits.leave(line.caller().principal());
    }
  }

  private Answer carryOut(Handler handler, Call call, CommandThreads threads, Duration most) {
    try {
      Future<Answer> future = threads.begin(() -> handler.handle(call));
      // The thread is not interrupted: an interrupt during a database write would do damage.
      line.cancellation().onCancel(() -> future.cancel(false));
      return await(future, most);
    } catch (RejectedExecutionException e) {
      throw new AcliException(AcliError.tooMany(1));
    }
  }

  private Answer await(Future<Answer> future, Duration most) {
    try {
      Answer answer = future.get(most.toMillis(), TimeUnit.MILLISECONDS);
      if (line.cancellation().isCancelled()) {
        throw new CancellationException();
      }
      return answer;
    } catch (TimeoutException e) {
      line.cancellation().cancel();
      throw new AcliException(AcliError.late(most.toMillis()));
    } catch (CancellationException e) {
      throw new AcliException(AcliError.failed("cancelled by the caller").withHint(null));
    } catch (InterruptedException e) {
      line.cancellation().cancel();
      Thread.currentThread().interrupt();
      throw new AcliException(AcliError.failed("interrupted"));
    } catch (ExecutionException e) {
      throw explained(e.getCause());
    }
  }

  private AcliException explained(@Nullable Throwable cause) {
    if (cause instanceof AcliException known) {
      return known;
    }
    LOG.warn("The command '{}' of an agent failed unexpectedly", parsedCommand(), cause);
    return new AcliException(AcliError.failed("internal error; see the server's log"));
  }
}
