package dev.escarole.engine;

import dev.escarole.engine.UnknownCommands.UnknownCommandCheck;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.executor.HostStreams;
import dev.escarole.engine.executor.Launch;
import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.executor.Reuse;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.plan.CommandLines;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.JsonText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Computes inputs when a run is launched, before it is planned and stored. Each entry runs like a
 * recipe, in a temporary workspace; its calls are audited as steps {@code compute.NAME.0} of the
 * run. Thread-safe.
 */
final class Computing {

  private final PlanCompiler compiler;
  private final RunExecutor executor;
  private final Workspaces workspaces;
  private final EngineOptions options;
  private final UnknownCommandCheck check;
  private final DeclaredDirectories declared;

  /** Time limit for all entries of one launch. */
  private final Duration most;

  Computing(
      PlanCompiler compiler,
      RunExecutor executor,
      Workspaces workspaces,
      EngineOptions options,
      UnknownCommandCheck check,
      DeclaredDirectories declared) {
    this.compiler = compiler;
    this.executor = executor;
    this.workspaces = workspaces;
    this.options = options;
    this.check = check;
    this.declared = declared;
    this.most = HostSettings.HERE.computeTime();
  }

  record Done(RunRequest request, List<Computation> how) {}

  /**
   * Adds the directories that the recipe declares, then computes the inputs without a value in the
   * request, one after another.
   *
   * @param id the run's, whose own workspace may be in use: another engine may have carried out the
   *     same launch, and this one may have claimed the run
   * @param place whose workspace they have; removed afterwards
   * @throws dev.escarole.recipe.RecipeException if a directory is missing, or an input fails; later
   *     ones are not started
   */
  Done compute(RunRequest asked, RunId id, RunId place, Instant now) {
    RunRequest request = declared.required(asked);
    Recipe recipe = request.recipe();
    List<ComputedInput> entries = recipe.computed(request.values());
    if (entries.isEmpty()) {
      return new Done(request, List.of());
    }
    check.recipe(recipe, request.principal());
    Map<String, Object> values = new LinkedHashMap<>(request.values());
    List<Computation> how = new ArrayList<>();
    long until = System.nanoTime() + most.toNanos();
    long bytes = 0;
    try {
      Launch.Setting setting =
          new Launch.Setting(
              request.principal(),
              workspaces.create(place, request.directories()),
              options.limits(),
              request.cache(),
              HostStreams.NONE);
      for (ComputedInput entry : entries) {
        Plan plan = compiler.compile(recipe, entry, values);
        until += fetched(plan, request);
        check.plan(plan, recipe, request.principal());
        String prefix = "compute." + entry.name() + '.';
        Launch launch =
            new Launch(id, plan, Content.EMPTY, setting, now, event -> {}, Reuse.NONE, prefix);
        Instant began = options.clock().instant();
        ComputeFailure failure = new ComputeFailure(recipe, entry);
        RunResult result = result(executor.startAside(launch), until, failure);
        if (!result.accepted()) {
          throw failure.of(result);
        }
        bytes += result.stdout().size();
        if (bytes > options.planLimits().maxBytes()) {
          throw failure.tooMuch(options.planLimits().maxBytes());
        }
        ComputedText text = new ComputedText(recipe, entry, options.planLimits().maxSteps());
        values.put(entry.name(), text.value(result.stdout()));
        how.add(computation(entry, result, Duration.between(began, options.clock().instant())));
      }
    } finally {
      workspaces.remove(place);
    }
    return new Done(request.withValues(values), how);
  }

  /** Fetches missing commands, if that is allowed; returns the nanoseconds that it took. */
  private long fetched(Plan plan, RunRequest request) {
    long began = System.nanoTime();
    check.fetch(plan, request.recipe(), request.principal());
    return System.nanoTime() - began;
  }

  private RunResult result(LiveRun run, long until, ComputeFailure failure) {
    try {
      return run.result().get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      stop(run);
      throw failure.tooLong(most);
    } catch (InterruptedException e) {
      stop(run);
      Thread.currentThread().interrupt();
      throw failure.interrupted();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  /** Waits for the end, before the workspace is removed. */
  private static void stop(LiveRun run) {
    run.cancel();
    run.result().handle((result, error) -> true).join();
  }

  private static Computation computation(ComputedInput entry, RunResult result, Duration took) {
    Content stdout = result.stdout();
    List<Computation.Call> calls =
        result.attempts().stream()
            .limit(Computation.MOST_CALLS)
            .map(
                attempt ->
                    new Computation.Call(
                        attempt.argv(),
                        attempt.outcome().word(),
                        attempt.outcome().exitCode(),
                        attempt.span().durationMillis(),
                        attempt.origin() == LeafOrigin.CACHED))
            .toList();
    return new Computation(
        entry.name(),
        calls,
        result.attempts().size(),
        Math.max(0, took.toMillis()),
        stdout.size(),
        stdout.sha256());
  }

  /** Errors of a computed input, at its entry in the recipe. Immutable. */
  static final class ComputeFailure {

    private static final int LONGEST = 300;

    private final Recipe recipe;
    private final ComputedInput entry;

    ComputeFailure(Recipe recipe, ComputedInput entry) {
      this.recipe = recipe;
      this.entry = entry;
    }

    RecipeException of(RunResult result) {
      if (result.failures().isEmpty()) {
        return because("it ended as " + result.status().word(), hint());
      }
      RunResult.Failure first = result.failures().get(0);
      Outcome outcome = first.outcome();
      String what =
          first.argv().isEmpty()
              ? "step " + first.path()
              : "'" + shown(CommandLines.display(first.argv())) + "'";
      String how =
          outcome.kind() == Outcome.Kind.EXITED
              ? "exited with code " + outcome.exitCode()
              : "ended as " + outcome.word() + said(outcome.detail());
      String hint =
          outcome.kind().isDenial()
              ? "Ask an administrator to change the policy file, or " + give()
              : hint();
      return because(what + " " + how + said(first.stderr()), hint);
    }

    RecipeException tooLong(Duration most) {
      return because(
          "computing takes more than " + most.toSeconds() + " seconds (limit compute-time)",
          "Reduce its work, or ask an operator to raise compute-time.");
    }

    RecipeException tooMuch(long most) {
      return because(
          String.format(
              Locale.ROOT, "the computed values have more than %,d bytes (limit plan-size)", most),
          "Reduce its output, or ask an operator to raise plan-size.");
    }

    RecipeException interrupted() {
      return because("the launch was interrupted", hint());
    }

    /** Its output is not a valid value. */
    RecipeException unfit(String why) {
      return because("its output is invalid: " + why, hint());
    }

    private String hint() {
      return "Fix the command, or " + give();
    }

    private String give() {
      return "give the value yourself: --set " + entry.name() + "=...";
    }

    private RecipeException because(String why, String hint) {
      String message = "'" + entry.name() + "' cannot be computed: " + why;
      return new RecipeException(
          List.of(recipe.problem(Codes.COMPUTE_FAILED, message, hint, entry.pointer())));
    }

    private static String said(String text) {
      String line = text.lines().filter(each -> !each.isBlank()).findFirst().orElse("");
      return line.isEmpty() ? "" : ": " + shown(line.replaceAll("\\p{Cc}+", " ").strip());
    }

    private static String shown(String text) {
      return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
  }

  private static final class ComputedText {

    private final Recipe recipe;
    private final ComputedInput entry;
    private final int mostItems;
    private final ComputeFailure failure;

    ComputedText(Recipe recipe, ComputedInput entry, int mostItems) {
      this.recipe = recipe;
      this.entry = entry;
      this.mostItems = mostItems;
      this.failure = new ComputeFailure(recipe, entry);
    }

    /**
     * Returns the value: for an array, the items of a JSON array or else the lines; otherwise the
     * text without its last line break.
     *
     * @throws RecipeException if it is not UTF-8, not valid for the input's type, or has too many
     *     items
     */
    Object value(Content stdout) {
      String text = withoutLastBreak(decoded(stdout));
      Object value = isArray() ? items(text) : text;
      try {
        recipe.bind(Map.of(entry.name(), value));
      } catch (RecipeException unfit) {
        throw failure.unfit(unfit.problems().get(0).message());
      }
      return value;
    }

    private boolean isArray() {
      return recipe.parameters().stream()
          .filter(each -> each.name().equals(entry.name()))
          .map(each -> each.type())
          .anyMatch(type -> type != null && type.kind() == ArgumentType.Kind.ARRAY);
    }

    private List<?> items(String text) {
      String start = text.stripLeading();
      if (start.startsWith("[") && JsonText.parse(start) instanceof List<?> list) {
        return checked(list, list.size());
      }
      if (text.isEmpty()) {
        return List.of();
      }
      long lines = text.chars().filter(c -> c == '\n').count() + 1;
      checked(List.of(), lines);
      return List.of(text.split("\r?\n", -1));
    }

    private List<?> checked(List<?> list, long items) {
      if (items > mostItems) {
        throw failure.unfit(
            String.format(
                Locale.ROOT,
                "it has %,d items; at most %,d are allowed (limit plan-steps)",
                items,
                mostItems));
      }
      return list;
    }

    private String decoded(Content stdout) {
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(stdout.bytes()))
            .toString();
      } catch (CharacterCodingException e) {
        throw failure.unfit("it is not UTF-8");
      }
    }

    private static String withoutLastBreak(String text) {
      if (!text.endsWith("\n")) {
        return text;
      }
      int end = text.length() - 1;
      return text.substring(0, end > 0 && text.charAt(end - 1) == '\r' ? end - 1 : end);
    }
  }
}
