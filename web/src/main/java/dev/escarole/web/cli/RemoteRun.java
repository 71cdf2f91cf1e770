package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.ResultText;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.StepPicture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a run that a server carries out, tells what happens in it, and reports what it came to
 * as if it had run here.
 */
final class RemoteRun {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Console console;
  private final Remote remote;
  private final FollowOptions options;
  private final Map<String, StepPicture> steps = new HashMap<>();
  private final Set<String> told = new HashSet<>();

  RemoteRun(Console console, Remote remote, FollowOptions options) {
    this.console = console;
    this.remote = remote;
    this.options = options;
  }

  /**
   * Does all of it.
   *
   * @return the exit code
   */
  int follow(String run) {
    Thread hook = new Thread(() -> cancel(run), "escarole-interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      if (!options.quiet()) {
        begin(run);
      }
      awaitEnd(run);
    } finally {
      release(hook);
    }
    return report(Documents.convert(remote.get("/runs/" + run), RunPicture.class));
  }

  private static void release(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook cancels the run.
    }
  }

  private void cancel(String run) {
    remote.post("/runs/" + run + "/cancel", JsonNodeFactory.instance.objectNode());
    Runtime.getRuntime().halt(ExitCode.CANCELLED.code());
  }

  private void begin(String run) {
    String next = "?limit=1000";
    long commands = 0;
    while (next != null) {
      JsonNode page = remote.get("/runs/" + run + "/steps" + next);
      for (JsonNode node : page.path("steps")) {
        StepPicture step = Documents.convert(node, StepPicture.class);
        steps.put(step.path(), step);
        commands += step.kind().equals("leaf") ? 1 : 0;
      }
      String address = page.path("next").textValue();
      next = address == null ? null : address.substring(address.indexOf('?'));
    }
    String recipe = remote.get("/runs?limit=1&text=" + run).at("/runs/0/recipe").asText();
    console.say(
        "started   run %s of %s: %s"
            .formatted(run, Texts.plain(recipe), Texts.count(commands, "command", "commands")));
  }

  /**
   * Hears the run's events until its end; a stream that breaks off is asked for again.
   *
   * @return how the run ended
   */
  RunStatus awaitEnd(String run) {
    RunStatus status = RunStatus.RUNNING;
    while (!status.isOver()) {
      try (InputStream in = remote.events("/runs/" + run + "/events");
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        hear(lines);
      } catch (IOException e) {
        // The state is asked for below, and if need be the events again.
      }
      status = status(run);
    }
    return status;
  }

  private RunStatus status(String run) {
    return head(run).status();
  }

  /** What the server's list tells of a run. */
  RunHead head(String run) {
    return Documents.convert(remote.get("/runs?limit=1&text=" + run).at("/runs/0"), RunHead.class);
  }

  /** Reads events until the stream ends or tells of the run's end. */
  private void hear(BufferedReader lines) throws IOException {
    String name = "";
    String line = lines.readLine();
    while (line != null) {
      if (line.startsWith("event:")) {
        name = line.substring("event:".length()).strip();
      } else if (line.startsWith("data:")) {
        hear(JSON.readTree(line.substring("data:".length())));
        if (name.equals("end")) {
          return;
        }
      }
      line = lines.readLine();
    }
  }

  private void hear(JsonNode data) {
    if (options.quiet()) {
      return;
    }
    for (JsonNode step : data.path("steps")) {
      tell(step);
    }
  }

  /** Says that a leaf has ended; once, although a fresh snapshot may tell of it again. */
  private void tell(JsonNode now) {
    String path = now.path("path").asText();
    StepPicture step = steps.get(path);
    boolean ended = now.has("outcome") || now.path("status").asText().equals("skipped");
    if (step == null || !step.kind().equals("leaf") || !ended || !told.add(path)) {
      return;
    }
    JsonNode millis = now.path("durationMillis");
    String time =
        now.has("startedAt") && millis.isNumber()
            ? " (" + Texts.duration(millis.asLong()) + ")"
            : "";
    console.say(
        "%-10s%s%s%s"
            .formatted(
                Texts.plain(now.path("status").asText()),
                Texts.step(path, step.label(), step.argv()),
                time,
                why(now)));
  }

  private static String why(JsonNode now) {
    String reason = now.path("reason").textValue();
    if (reason != null) {
      return ": " + Texts.plain(reason);
    }
    int code = now.path("exitCode").asInt();
    return code == 0 ? "" : ": exit code " + code;
  }

  private int report(RunPicture view) {
    RunHead head = view.head();
    ExitCode exitCode =
        view.exitCode() == null
            ? ExitCode.FAILED
            : ExitCode.of(head.status(), head.accepted(), firstOutcome(view), options.judgement());
    if (options.json()) {
      JsonOutput.print(console, view.withExitCode(exitCode.code()));
    } else {
      print(view, view.output());
    }
    if (!options.quiet() || view.head().status() != RunStatus.DONE) {
      RunSummary.print(view, console.errPaint(), console::say);
      console.say(
          "look at it: escarole runs show " + view.head().run() + " --server " + remote.inWords());
    }
    return exitCode.code();
  }

  private void print(RunPicture view, RunPicture.@Nullable Output result) {
    if (result == null) {
      return;
    }
    ResultText value = result.value();
    if (!result.selector().equals("stdout") && value != null) {
      console.print((value.text() + "\n").getBytes(StandardCharsets.UTF_8));
    } else {
      console.print(remote.stream("/runs/" + view.head().run() + "/output/stdout"));
    }
  }

  private static @Nullable String firstOutcome(RunPicture run) {
    return run.failures().isEmpty() ? null : run.failures().get(0).outcome();
  }
}
