package dev.escarole.web.api;

import dev.escarole.engine.Launched;
import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.recipe.Problem;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.LaunchOrder;
import dev.escarole.web.app.local.RerunOrder;
import dev.escarole.web.view.RemovalJson;
import dev.escarole.web.view.RunJson;
import dev.escarole.web.view.RunView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations that start, stop, repeat and delete runs. */
final class RunWrites {

  private static final List<String> SCOPES = List.of("all", "failed", "from", "branch");

  private final Installation service;

  RunWrites(Installation service) {
    this.service = service;
  }

  List<Operation> all() {
    return List.of(launch(), cancel(), rerun(), resume(), delete());
  }

  private Operation launch() {
    List<Field> fields = new ArrayList<>(WantedRecipes.withValues());
    fields.add(Field.text("stdin", "What the run receives, as text."));
    fields.add(Field.of(Field.Kind.BASE64, "stdinBase64", "The same for bytes, in Base64."));
    fields.add(Field.of(Field.Kind.TEXTS, "labels", "Short texts to find the run by."));
    fields.add(
        Field.of(
            Field.Kind.FLAG,
            "cache",
            "Keeps results that depend on nothing but program, arguments and input, and uses them"
                + " again, wherever the recipe does not say."));
    return Operation.of("POST", "/runs", Role.OPERATOR)
        .named("launchRun", RunReads.TAG)
        .says(
            "Runs a recipe",
            "Answers as soon as the run is stored; Location says where it is. A request that is"
                + " repeated with the same Idempotency-Key and body starts nothing and answers with"
                + " the first run; keys are remembered for a day.")
        .takes(fields)
        .keyed()
        .gives(201, "LaunchedRun")
        .refuses(404)
        .by(this::launch);
  }

  private void launch(Request request) throws IOException {
    LaunchOrder order = order(request);
    LaunchKey key = key(request, "");
    Launched launched =
        key == null
            ? new Launched.Now(service.runs().launch(request.actor(), order))
            : service.runs().launch(request.actor(), order, key);
    List<Problem> warnings =
        launched.fold(run -> warnings(request, order, run), before -> List.<Problem>of());
    answer(request, launched, warnings);
  }

  private List<Problem> warnings(Request request, LaunchOrder order, RunHandle run) {
    return service.engine().warnings(service.runs().request(request.actor(), order), run.plan());
  }

  /**
   * The key of a launch; null if it has none.
   *
   * @param more what is asked for beside the body
   */
  private static @Nullable LaunchKey key(Request request, String more) {
    String text = request.ctx().header("Idempotency-Key");
    if (text == null) {
      return null;
    }
    String asked = Content.of(request.ctx().bodyAsBytes()).sha256() + more;
    try {
      return new LaunchKey(request.actor().principal().name(), text, asked);
    } catch (IllegalArgumentException e) {
      throw InputValue.bad(
          RefusalCode.BAD_KEY,
          "Idempotency-Key must have 1 to 255 visible ASCII characters",
          "Make a new UUID for each launch.");
    }
  }

  private static LaunchOrder order(Request request) {
    String text = request.text("stdin");
    byte[] bytes = request.bytes("stdinBase64");
    if (text != null && bytes != null) {
      throw InputValue.invalid(
          RefusalCode.TWO_INPUTS,
          "the body gives the run two inputs",
          "Give stdin or stdinBase64.");
    }
    byte[] stdin =
        bytes != null ? bytes : text != null ? text.getBytes(StandardCharsets.UTF_8) : new byte[0];
    return WantedRecipes.order(request)
        .withStdin(Content.of(stdin))
        .withLabels(request.texts("labels"))
        .withCache(request.flag("cache"));
  }

  private void answer(Request request, Launched launched, List<Problem> warnings)
      throws IOException {
    RunId id = launched.id();
    if (launched instanceof Launched.Before) {
      request.ctx().header("Idempotent-Replayed", "true");
    }
    RunView.Head head = service.stored().head(service.runs().lookup().run(id));
    request.ctx().header("Location", Api.ROOT + "/runs/" + id);
    Answers.json(request, json -> new RunJson(json).launched(head, warnings));
  }

  private RunId id(Request request) {
    return service.runs().lookup().find(request.required("run"));
  }

  private Operation cancel() {
    return Operation.of("POST", "/runs/{run}/cancel", Role.OPERATOR)
        .named("cancelRun", RunReads.TAG)
        .says(
            "Stops a run, or one branch of it",
            "Nothing new starts, and what runs is stopped. A branch so stopped counts as cancelled"
                + " in the join. Answers at once; the end is told by the run itself.")
        .at(RunReads.run())
        .takes(List.of(Field.text("branch", "Path of the branch or step; without, the whole run.")))
        .gives(202, "RunHead")
        .refuses(404, 409)
        .by(
            request -> {
              RunId id = id(request);
              String branch = request.text("branch");
              if (branch == null) {
                service.runs().cancel(request.actor(), id);
              } else {
                service.runs().cancelBranch(request.actor(), id, branch);
              }
              head(request, id);
            });
  }

  private void head(Request request, RunId id) throws IOException {
    RunView.Head head = service.stored().head(id).orElseThrow();
    Answers.json(request, json -> new RunJson(json).oneHead(head));
  }

  private Operation rerun() {
    List<Field> fields = new ArrayList<>();
    fields.add(
        Field.text(
                "scope",
                "all: everything; failed: what did not succeed, with a path only in that step, and"
                    + " what comes after it; from: a step and what comes after it; branch: a branch and what comes after its"
                    + " join. Without it, all.")
            .among(SCOPES));
    fields.add(
        Field.text(
            "path",
            "The step that is meant, for from and branch, and for failed if wanted: its path, or a"
                + " label that only it has."));
    fields.add(
        Field.of(
            Field.Kind.FLAG,
            "force",
            "Goes on although results of finished steps no longer hold."));
    fields.addAll(WantedRecipes.INPUTS);
    return Operation.of("POST", "/runs/{run}/rerun", Role.OPERATOR)
        .named("rerunRun", RunReads.TAG)
        .says(
            "Runs a run again as a new run",
            "With its values, input, directories and principal. A recipe that is named or brought"
                + " along takes the place of the one that was run then; only the principal of the"
                + " run may do that. Idempotency-Key works as for a launch.")
        .at(RunReads.run())
        .takes(fields)
        .keyed()
        .gives(201, "LaunchedRun")
        .refuses(404, 409)
        .by(this::rerun);
  }

  private void rerun(Request request) throws IOException {
    RunId id = id(request);
    RerunOrder order =
        RerunOrder.of(scope(request.text("scope"), request.text("path")))
            .withRecipe(WantedRecipes.ifAny(request))
            .withForce(request.flag("force"));
    LaunchKey key = key(request, " " + id);
    Launched launched =
        key == null
            ? new Launched.Now(service.runs().rerun(request.actor(), id, order))
            : service.runs().rerun(request.actor(), id, order, key);
    answer(request, launched, List.of());
  }

  private static RerunScope scope(@Nullable String word, @Nullable String path) {
    String kind = word == null ? "all" : word;
    boolean needsPath = kind.equals("from") || kind.equals("branch");
    if (path == null ? needsPath : kind.equals("all")) {
      throw InputValue.invalid(
          RefusalCode.BAD_SCOPE,
          needsPath
              ? "the scope '%s' needs a 'path'".formatted(kind)
              : "the scope '%s' takes no 'path'".formatted(kind),
          "Give a path with 'from' and 'branch'; 'failed' takes one, and 'all' does not.");
    }
    return path == null ? RerunScope.parse(kind) : RerunScope.parse(kind + " " + path);
  }

  private Operation resume() {
    return Operation.of("POST", "/runs/{run}/resume", Role.OPERATOR)
        .named("resumeRun", RunReads.TAG)
        .says(
            "Lets a run go on whose process went away before it was over",
            "What is on record of it is kept; commands whose end is not run again.")
        .at(RunReads.run())
        .gives(202, "RunHead")
        .refuses(404, 409)
        .by(
            request -> {
              RunId id = id(request);
              service.runs().resume(request.actor(), id);
              head(request, id);
            });
  }

  private Operation delete() {
    return Operation.of("DELETE", "/runs/{run}", Role.OPERATOR)
        .named("deleteRun", RunReads.TAG)
        .says("Deletes a run with its workspace and all that no other run needs", "")
        .at(RunReads.run())
        .gives(200, "Removal")
        .refuses(404, 409)
        .by(
            request -> {
              RemovedRuns removed = service.runs().delete(request.actor(), id(request));
              Answers.json(request, json -> new RemovalJson(json).gone(removed));
            });
  }
}
