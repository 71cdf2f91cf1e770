package dev.escarole.engine.shell;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.shell.ShellError.Bound;
import dev.escarole.engine.shell.ShellLine.Assignment;
import dev.escarole.engine.shell.ShellLine.Assignments;
import dev.escarole.engine.shell.ShellLine.Destination;
import dev.escarole.engine.shell.ShellLine.Link;
import dev.escarole.engine.shell.ShellLine.Pipeline;
import dev.escarole.engine.shell.ShellLine.Stage;
import dev.escarole.engine.shell.ShellLine.Step;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line on its way from the first step to the last. Used once, by one thread. */
final class LineRun {

  private static final byte[] NOTHING = {};

  private final Session session;
  private final Cancellation cancellation;
  private final long deadline;
  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  private final List<LineResult.Stage> stages = new ArrayList<>();
  private byte[] stdin;
  private long stderrBytes;

  /**
   * Begins; the line's clock starts to run.
   *
   * @param stdin what the first command of the line reads
   */
  LineRun(Session session, byte[] stdin, Cancellation cancellation) {
    this.session = session;
    this.stdin = stdin;
    this.cancellation = cancellation;
    this.deadline = session.nanos().getAsLong() + session.options().lineClock().toNanos();
  }

  LineResult run(ShellLine line) {
    try {
      int status = 0;
      for (Link link : line.links()) {
        boolean runs =
            switch (link.when()) {
              case ALWAYS -> true;
              case AFTER_SUCCESS -> status == 0;
              case AFTER_FAILURE -> status != 0;
            };
        status = runs ? run(link.step()) : status;
      }
      return new LineResult.Ended(status, printed(), stages);
    } catch (LineStopped stopped) {
      return new LineResult.Stopped(stopped.error(), printed(), stages);
    }
  }

  private Output printed() {
    return Output.of(stdout.toByteArray(), false);
  }

  private int run(Step step) throws LineStopped {
    if (step instanceof Pipeline pipeline) {
      return pipeline(pipeline);
    }
    for (Assignment assignment : ((Assignments) step).all()) {
      session.variables().set(assignment.name(), expansion().of(assignment.value()));
    }
    return 0;
  }

  private int pipeline(Pipeline pipeline) throws LineStopped {
    byte[] piped = stdin;
    stdin = NOTHING;
    int status = 0;
    int last = pipeline.stages().size() - 1;
    for (int i = 0; i <= last; i++) {
      Stage stage = pipeline.stages().get(i);
      InvocationResult result = stage(stage, piped, i == last);
      status = result.outcome().exitCode();
      piped = stage.output() == null ? result.stdout().bytes() : NOTHING;
    }
    print(piped);
    return status;
  }

  private InvocationResult stage(Stage stage, byte[] piped, boolean last) throws LineStopped {
    Expansion expansion = expansion();
    List<String> argv = expansion.of(stage.words());
    byte[] input = stage.input() == null ? piped : read(expansion.of(stage.input()));
    Destination output = stage.output();
    String file = output == null ? null : expansion.of(output.file());
    if (file != null) {
      session.files().checkWritable(file);
    }
    Limits limits = session.options().limits().narrowedTo(remaining());
    InvocationResult result =
        session.broker().execute(session.principal(), invocation(argv, input, limits));
    record(argv.get(0), result);
    if (result.outcome().kind() != Outcome.Kind.EXITED) {
      throw stopped(argv.get(0), result, last && file == null);
    }
    mustBeComplete(argv.get(0), result, last && file == null);
    write(output, file, result);
    return result;
  }

  private void write(@Nullable Destination output, @Nullable String file, InvocationResult result)
      throws LineStopped {
    if (output != null && file != null) {
      session.files().write(file, result.stdout().bytes(), output.append());
    }
  }

  /** One byte more than allowed, so that a file that is too large is refused as such. */
  private byte[] read(String file) throws LineStopped {
    return session.files().read(file, (int) session.options().limits().stdinBytes() + 1);
  }

  private Invocation invocation(List<String> argv, byte[] input, Limits limits) {
    List<DirectoryGrant> directories = session.options().directories();
    Invocation.Builder invocation =
        Invocation.of(argv.get(0))
            .arguments(argv.subList(1, argv.size()))
            .stdin(input)
            .directories(directories)
            .limits(limits)
            .cancellation(cancellation);
    if (!directories.isEmpty()) {
      // Relative paths mean the same to a command as to the redirection beside it.
      invocation.environment(Map.of("PWD", directories.get(0).guest()));
    }
    return invocation.build();
  }

  private void record(String command, InvocationResult result) throws LineStopped {
    boolean started = result.outcome().kind() == Outcome.Kind.EXITED || result.wallNanos() > 0;
    Output stderr = started ? result.stderr() : Output.empty();
    stderrBytes += stderr.bytes().length;
    if (stderrBytes > session.options().lineOutputBytes()) {
      throw LineStopped.limit(
          Bound.OUTPUT_TOO_LARGE,
          "the line wrote more than "
              + session.options().lineOutputBytes()
              + " bytes to standard error");
    }
    stages.add(new LineResult.Stage(command, result.outcome(), stderr));
  }

  private LineStopped stopped(String command, InvocationResult result, boolean shown)
      throws LineStopped {
    if (shown) {
      print(result.stdout().bytes());
    }
    if (result.outcome().kind() == Outcome.Kind.TIMED_OUT && left() <= 0) {
      return lineTimedOut();
    }
    return new LineStopped(new ShellError.Stage(command, result.outcome()));
  }

  /** What is cut may be looked at, but nothing may take it for the whole. */
  private void mustBeComplete(String command, InvocationResult result, boolean shown)
      throws LineStopped {
    if (result.stdout().truncated()) {
      if (shown) {
        print(result.stdout().bytes());
      }
      throw LineStopped.limit(
          Bound.OUTPUT_TOO_LARGE, "the output of '" + command + "' was cut at its limit");
    }
  }

  private void print(byte[] bytes) throws LineStopped {
    if (bytes.length > session.options().lineOutputBytes() - stdout.size()) {
      throw LineStopped.limit(
          Bound.OUTPUT_TOO_LARGE,
          "the line wrote more than "
              + session.options().lineOutputBytes()
              + " bytes to standard output");
    }
    stdout.writeBytes(bytes);
  }

  private Duration remaining() throws LineStopped {
    long left = left();
    if (left <= 0) {
      throw lineTimedOut();
    }
    return Duration.ofNanos(left);
  }

  private long left() {
    return deadline - session.nanos().getAsLong();
  }

  private LineStopped lineTimedOut() {
    return LineStopped.limit(
        Bound.LINE_TIMED_OUT,
        "the line did not end within " + session.options().lineClock().toMillis() + " ms");
  }

  private Expansion expansion() {
    return new Expansion(session.variables(), session.options().limits().argvBytes());
  }
}
