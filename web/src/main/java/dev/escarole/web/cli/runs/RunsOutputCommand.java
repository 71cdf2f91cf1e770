package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.CommandReading;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.run.TailPrinter;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints what a run or one of its steps wrote, byte for byte. */
@Command(
    name = "output",
    description = "Prints the result of a run, or what a step wrote, byte for byte.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs output last > result.txt",
      "  escarole runs output last 0.2.1 --attempt 1 --stderr",
      "  escarole runs output last 0.2.1 --follow --server http://127.0.0.1:8420"
    })
public final class RunsOutputCommand extends ConsoleCommand {

  private static final long MOST_IN_JSON = 64L << 20;

  @Mixin private RunChoice choice = new RunChoice();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "STEP",
      description =
          "Path of a step that runs a command, such as 0.2.1, or a label that only it has."
              + " Default: the whole run.")
  private @Nullable String step;

  @Option(
      names = "--attempt",
      paramLabel = "N",
      description = "Which attempt of the step, from 1. Default: its last one.")
  private @Nullable Integer attempt;

  @Option(names = "--stderr", description = "What the step wrote to standard error instead.")
  private boolean stderr;

  @Option(
      names = "--follow",
      description =
          "Prints what the step writes while it runs, in all of its attempts; with --server."
              + " Of what comes too fast, parts are left out, and standard error says how much.")
  private boolean follow;

  @Option(
      names = "--json",
      description =
          "Prints one JSON object with the size of the output, its SHA-256, and its text, or its bytes"
              + " in Base64 if it is not valid UTF-8. At most 64 MiB; not with --follow.")
  private boolean json;

  /**
   * Output as JSON shows it.
   *
   * @param step its path or label as it was asked for; null for the result of the run
   * @param text null if it is not valid UTF-8
   * @param base64 null if it is
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Printed(
      String run,
      @Nullable String step,
      String stream,
      long bytes,
      String sha256,
      @Nullable String text,
      byte @Nullable [] base64) {}

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    if (follow && json) {
      throw new UsageException(
          "two-formats", "--follow prints bytes as they come", "Leave --json or --follow out.");
    }
    if (follow) {
      follow();
      return 0;
    }
    if (step == null && (attempt != null || stderr)) {
      throw new UsageException(
          "missing-step",
          "--attempt and --stderr need the path of a step",
          "Write for example: escarole runs output " + choice.text() + " 0.2 --stderr");
    }
    try (Reach reach = Reach.open(console, place, server)) {
      OutputBytes bytes = bytes(reach.escarole(), choice.text());
      if (json) {
        RunHead head = reach.escarole().head(new RunName(choice.text()));
        JsonOutput.print(console, printed(head.run(), bytes));
      } else {
        console.print(bytes.open(0, bytes.size()));
      }
    }
    return 0;
  }

  private Printed printed(String run, OutputBytes output) {
    if (output.size() > MOST_IN_JSON) {
      throw new UsageException(
          "too-large",
          "the output has " + Amounts.text(output.size()),
          "Leave --json out; it prints at most 64 MiB.");
    }
    try (InputStream in = output.open(0, output.size())) {
      byte[] bytes = in.readAllBytes();
      String text = CommandReading.utf8(bytes);
      return new Printed(
          run, step, stream(), bytes.length, output.sha256(), text, text == null ? bytes : null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OutputBytes bytes(Escarole escarole, String run) {
    if (step == null) {
      return escarole.output(new RunOutputQuery(run, "stdout"));
    }
    String which = attempt == null ? "last" : attempt.toString();
    return escarole.attemptOutput(new AttemptOutputQuery(run, step, which, stream()));
  }

  private String stream() {
    return stderr ? "stderr" : "stdout";
  }

  private void follow() {
    try (Reach reach = Reach.open(console, place, server)) {
      if (reach.engine() != null) {
        throw missing();
      }
      if (step == null || attempt != null) {
        throw new UsageException(
            "missing-step",
            "--follow needs the path of a step, and follows all of its attempts",
            "Write for example: escarole runs output " + choice.text() + " 0.2 --follow");
      }
      StepName name = new StepName(choice.text(), step);
      new TailPrinter(console, reach.escarole(), name, stream()).follow();
    }
  }

  private static UsageException missing() {
    return new UsageException(
        "needs-server",
        "--follow needs the process that carries the run out, and none has this data directory open",
        "Add --server URL, or leave --follow out and see what is there already.");
  }
}
