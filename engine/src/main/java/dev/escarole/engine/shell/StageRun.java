package dev.escarole.engine.shell;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Streams;
import dev.escarole.engine.command.Streams.FileGate;
import dev.escarole.engine.shell.Shell.LineClock;
import dev.escarole.engine.shell.Shell.LineLog;
import dev.escarole.engine.shell.Shell.Session;
import dev.escarole.engine.shell.ShellLine.Stage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Executes one command of a pipeline, after all before it have ended or concurrently. Used once;
 * its result may be read by the thread that waited for its end.
 */
final class StageRun {

  private static final byte[] NOTHING = {};

  private final Session session;
  private final LineClock clock;
  private final Stage stage;
  private final Cancellation cancellation = new Cancellation();
  private @Nullable Pipe output;
  private @Nullable String command;
  private @Nullable String file;
  private @Nullable InvocationResult result;
  private boolean beside;
  private volatile @Nullable LineStopped mistake;

  StageRun(Session session, LineClock clock, Stage stage) {
    this.session = session;
    this.clock = clock;
    this.stage = stage;
  }

  void pipeTo(Pipe next) {
    output = next;
  }

  boolean isPrinted() {
    return output == null && stage.output() == null;
  }

  void runInTurn(StageInput piped) {
    try {
      Expansion expansion = session.expansion();
      List<String> argv = expand(expansion);
      StageInput input =
          stage.input() == null ? piped : new StageInput(read(expansion.of(stage.input())), null);
      destine(expansion);
      checkWritable();
      execute(argv, input, null);
    } catch (LineStopped e) {
      mistake = e;
    }
  }

  /** Runs it concurrently; the gate delays file access until the stages before it have ended. */
  void runBeside(Pipe input, FileGate others) {
    beside = true;
    try {
      Expansion expansion = session.expansion();
      List<String> argv = expand(expansion);
      destine(expansion);
      execute(argv, new StageInput(NOTHING, input), () -> passed(others));
    } catch (LineStopped e) {
      mistake = e;
    } finally {
      input.close();
    }
  }

  void cancel() {
    cancellation.cancel();
  }

  /** Adds its result to the log and writes its file. */
  int settle(LineLog log) throws LineStopped {
    if (mistake != null) {
      throw mistake;
    }
    InvocationResult known = ended();
    if (beside) {
      // It may have ended without any file access, so this file is not checked yet.
      checkWritable();
    }
    String name = Objects.requireNonNull(command);
    log.record(name, known);
    boolean whole = !known.stdout().truncated();
    if (isPrinted() && !(whole && isExited(known))) {
      log.print(known.stdout().bytes());
    }
    if (!isExited(known)) {
      throw stopped(name, known.outcome());
    }
    if (!whole) {
      // Truncated output may be shown, but must not be used as complete.
      throw LineStopped.limit(
          ShellError.Bound.OUTPUT_TOO_LARGE, "the output of '" + name + "' was cut at its limit");
    }
    writeFile(known);
    return known.outcome().exitCode();
  }

  byte[] printed() {
    return isPrinted() ? ended().stdout().bytes() : NOTHING;
  }

  private InvocationResult ended() {
    return Objects.requireNonNull(result, "BUG: a stage without a result");
  }

  private static boolean isExited(InvocationResult result) {
    return result.outcome().kind() == Outcome.Kind.EXITED;
  }

  private List<String> expand(Expansion expansion) throws LineStopped {
    List<String> argv = expansion.of(stage.words());
    command = argv.get(0);
    return argv;
  }

  private void destine(Expansion expansion) throws LineStopped {
    file = stage.output() == null ? null : expansion.of(stage.output().file());
  }

  private void checkWritable() throws LineStopped {
    if (file != null) {
      session.files().checkWritable(file);
    }
  }

  private void passed(FileGate others) throws InterruptedException {
    others.pass();
    try {
      checkWritable();
    } catch (LineStopped e) {
      mistake = e;
      throw new InterruptedException();
    }
  }

  private void writeFile(InvocationResult known) throws LineStopped {
    if (stage.output() != null && file != null) {
      session.files().write(file, known.stdout().bytes(), stage.output().append());
    }
  }

  /** Reads one byte more than allowed, so that files that are too large are rejected. */
  private byte[] read(String from) throws LineStopped {
    return session.files().read(from, (int) session.options().limits().stdinBytes() + 1);
  }

  private void execute(List<String> argv, StageInput input, @Nullable FileGate gate)
      throws LineStopped {
    Limits limits =
        session
            .broker()
            .needs(argv.get(0))
            .raise(session.options().limits())
            .narrowedTo(clock.remaining());
    List<DirectoryGrant> directories = session.options().directories();
    Invocation.Builder invocation =
        Invocation.of(argv.get(0))
            .arguments(argv.subList(1, argv.size()))
            .stdin(input.known())
            .streams(new Streams(input.source(), output, null, gate))
            .directories(directories)
            .http(session.options().http())
            .limits(limits)
            .cancellation(cancellation);
    if (!directories.isEmpty()) {
      // So that relative paths mean the same for commands and redirections.
      invocation.environment(Map.of("PWD", directories.get(0).guest()));
    }
    InvocationResult known = session.broker().execute(session.principal(), invocation.build());
    result = known;
    if (output != null && isExited(known)) {
      output.end();
    }
  }

  private LineStopped stopped(String name, Outcome outcome) {
    boolean byClock =
        outcome.kind() == Outcome.Kind.TIMED_OUT || outcome.kind() == Outcome.Kind.CANCELLED;
    return byClock && clock.isOver()
        ? clock.timedOut()
        : new LineStopped(new ShellError.Stage(name, outcome));
  }
}
