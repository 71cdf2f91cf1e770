package dev.escarole.web.api;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.ContentRef;
import dev.escarole.engine.store.StepDetails;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.Tails;
import dev.escarole.web.view.TailJson;
import dev.escarole.web.view.TailView;
import java.io.IOException;
import java.util.List;

/** Operations that hand out what runs read and wrote. */
final class OutputReads {

  private static final List<String> STREAMS = List.of("stdin", "stdout", "stderr");
  private static final String RANGES = "Takes a Range header of one part. The ETag is the SHA-256.";

  private final Installation service;
  private final OutputAnswer answer;

  OutputReads(Installation service) {
    this.service = service;
    this.answer = new OutputAnswer(service.engine().store().reports());
  }

  List<Operation> all() {
    return List.of(runStream(), attemptStream(), tail());
  }

  private Operation runStream() {
    return Operation.of("GET", "/runs/{run}/output/{stream}", Role.VIEWER)
        .named("getRunOutput", RunReads.TAG)
        .says("Hands out the bytes that a run was given, or its result", RANGES)
        .at(
            RunReads.run(),
            Field.text("stream", "The run's input or its result.")
                .among(List.of("stdin", "stdout")))
        .givesBytes()
        .refuses(404, 409, 416, 422)
        .by(this::runStream);
  }

  private void runStream(Request request) throws IOException {
    StoredRun run = service.runs().lookup().named(request.required("run"));
    RunId id = run.id();
    String stream = request.required("stream");
    String sha256 = stream.equals("stdin") ? run.stdinSha256() : run.stdoutSha256();
    if (sha256 == null) {
      throw new RefusedException(
          RefusalCode.NO_RESULT,
          "run %s has left no result: it is %s".formatted(id, run.status().word()),
          "Wait for its end; the outputs of steps that have ended are there already.");
    }
    answer.send(request, sha256, id + "-" + stream, false);
  }

  private Operation attemptStream() {
    return Operation.of("GET", "/runs/{run}/steps/{path}/attempts/{attempt}/{stream}", Role.VIEWER)
        .named("getAttemptOutput", RunReads.TAG)
        .says("Hands out the bytes that an attempt read or wrote", RANGES)
        .at(
            RunReads.run(),
            RunReads.step("path"),
            Field.text("attempt", "Which try of the step, from 1, or 'last'."),
            Field.text("stream", "Which of its streams.").among(STREAMS))
        .givesBytes()
        .refuses(404, 416, 422)
        .by(this::attemptStream);
  }

  private void attemptStream(Request request) throws IOException {
    RunId id = service.runs().lookup().find(request.required("run"));
    String path = request.required("path");
    StepDetails details = service.runs().lookup().details(id, path);
    String wanted = request.required("attempt");
    StoredAttempt attempt = attempt(details, wanted);
    String stream = request.required("stream");
    String name = id + "-" + path + "-" + attempt.attempt() + "-" + stream;
    boolean settled = !wanted.equals("last") && request.required("run").equals(id.value());
    answer.send(request, content(attempt, stream).sha256(), name, settled);
  }

  private Operation tail() {
    return Operation.of("GET", "/runs/{run}/steps/{path}/tail", Role.VIEWER)
        .named("getStepTail", RunReads.TAG)
        .says(
            "Shows what the command of a running step has written so far",
            "Give back the attempt and where each output went on, 'next', to get what came since."
                + " Of each output at most 64 KiB are handed out: of more, the end, and 'skipped'"
                + " says how many bytes before it were left out. 'running' is null while none of"
                + " its attempts runs in this server; once 'over', nothing more will come, and the"
                + " outputs are where the attempts' outputs are. Do not ask more often than once a"
                + " second.")
        .at(RunReads.run(), RunReads.step("path"))
        .asks(
            List.of(
                read("attempt", "The attempt that was read before."),
                read("stdout", "How much of its standard output was read."),
                read("stderr", "How much of its standard error was read.")))
        .gives(200, "Tail")
        .refuses(404, 422)
        .by(this::tail);
  }

  private static Field read(String name, String description) {
    return Field.integer(name, new Field.Range(0, Integer.MAX_VALUE, 0L), description);
  }

  private void tail(Request request) throws IOException {
    RunId id = service.runs().lookup().find(request.required("run"));
    Tails.Place read =
        new Tails.Place(
            (int) request.number("attempt"), request.number("stdout"), request.number("stderr"));
    TailView tail = service.tails().tail(id, request.required("path"), read);
    request.ctx().header("Cache-Control", "no-store");
    Answers.json(request, json -> new TailJson(json).tail(tail));
  }

  private static StoredAttempt attempt(StepDetails details, String wanted) {
    List<StoredAttempt> attempts = details.attempts();
    return attempts.stream()
        .filter(each -> wanted.equals("last") || wanted.equals("" + each.attempt()))
        .reduce((first, second) -> second)
        .orElseThrow(
            () ->
                new RefusedException(
                    RefusalCode.NO_SUCH_ATTEMPT,
                    "step %s has no ended attempt '%s'"
                        .formatted(details.step().place().path(), InputValue.shortened(wanted)),
                    attempts.isEmpty()
                        ? "None of its attempts has ended."
                        : "Give 1 to %d, or last."
                            .formatted(attempts.get(attempts.size() - 1).attempt())));
  }

  private static ContentRef content(StoredAttempt attempt, String stream) {
    return switch (stream) {
      case "stdin" -> attempt.stdin();
      case "stdout" -> attempt.stdout();
      case "stderr" -> attempt.stderr();
      default -> throw new IllegalStateException("BUG: " + stream + " was let through");
    };
  }
}
