package dev.escarole.engine.shell;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.FileGate;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Streams;
import dev.escarole.engine.shell.Shell.Session;
import dev.escarole.engine.shell.ShellLine.Stage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One command of a pipeline. It runs in its turn, when all before it have ended, or beside them.
 * Run once; what came of it may be asked for by the thread that has waited for its end.
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

  /** Lets the next stage read what this one writes. */
  void pipeTo(Pipe next) {
    output = next;
  }

  /** Whether what it writes stays here, to be printed. */
  boolean isPrinted() {
    return output == null && stage.output() == null;
  }

  /** Runs it when all before it have ended and what they wrote is known. */
  void runInTurn(byte[] piped) {
    try {
      Expansion expansion = session.expansion();
      List<String> argv = expand(expansion);
      byte[] input = stage.input() == null ? piped : read(expansion.of(stage.input()));
      destine(expansion);
      checkWritable();
      execute(argv, input, null, null);
    } catch (LineStopped e) {
      mistake = e;
    }
  }

  /** Runs it while others before it still run; the gate keeps it from files until they end. */
  void runBeside(Pipe input, FileGate others) {
    beside = true;
    try {
      Expansion expansion = session.expansion();
      List<String> argv = expand(expansion);
      destine(expansion);
      execute(argv, NOTHING, input, () -> passed(others));
    } catch (LineStopped e) {
      mistake = e;
    } finally {
      input.close();
    }
  }

  void cancel() {
    cancellation.cancel();
  }

  /** Takes what came of it into the log, and writes its file. */
  int settle(LineLog log) throws LineStopped {
    if (mistake != null) {
      throw mistake;
    }
    InvocationResult known = ended();
    if (beside) {
      // It may have ended without a look at any file, so nobody has looked at this one.
      checkWritable();
    }
    String name = name();
    log.record(name, known);
    boolean whole = !known.stdout().truncated();
    if (isPrinted() && !(whole && isExited(known))) {
      log.print(known.stdout().bytes());
    }
    if (!isExited(known)) {
      throw stopped(name, known.outcome());
    }
    if (!whole) {
      // What is cut may be looked at, but nothing may take it for the whole.
      throw LineStopped.limit(
          ShellError.Bound.OUTPUT_TOO_LARGE, "the output of '" + name + "' was cut at its limit");
    }
    writeFile(known);
    return known.outcome().exitCode();
  }

  /** What it wrote, where that stays here. */
  byte[] printed() {
    return isPrinted() ? ended().stdout().bytes() : NOTHING;
  }

  private InvocationResult ended() {
    if (result == null) {
      throw new IllegalStateException("BUG: a stage without a result");
    }
    return result;
  }

  private String name() {
    if (command == null) {
      throw new IllegalStateException("BUG: a stage that was never expanded");
    }
    return command;
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

  /** One byte more than allowed, so that a file that is too large is refused as such. */
  private byte[] read(String from) throws LineStopped {
    return session.files().read(from, (int) session.options().limits().stdinBytes() + 1);
  }

  private void execute(
      List<String> argv, byte[] input, @Nullable Pipe pipe, @Nullable FileGate gate)
      throws LineStopped {
    Limits limits = session.options().limits().narrowedTo(clock.remaining());
    List<DirectoryGrant> directories = session.options().directories();
    Invocation.Builder invocation =
        Invocation.of(argv.get(0))
            .arguments(argv.subList(1, argv.size()))
            .stdin(input)
            .streams(new Streams(pipe, output, null, gate))
            .directories(directories)
            .limits(limits)
            .cancellation(cancellation);
    if (!directories.isEmpty()) {
      // Relative paths mean the same to a command as to the redirection beside it.
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
