package dev.escarole.web.app.local;

import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.notify.ChannelAdvice;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.RecipeHistory;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.SourceExcerpt;
import dev.escarole.recipe.http.HttpRule;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.history.Calendars;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.Findings;
import dev.escarole.web.app.recipe.InputsRequest;
import dev.escarole.web.app.recipe.LaunchInputs;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.PlanRequest;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.recipe.RecipeList;
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.app.recipe.RecipesQuery;
import dev.escarole.web.app.run.RunHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads recipes, and checks what a launch of them is given. Thread-safe. */
public final class RecipeReading {

  private static final String WORKSPACE = "(the run's own directory)::/workspace";

  private final Installation installation;
  private final SeenRecipes seen = new SeenRecipes();

  RecipeReading(Installation installation) {
    this.installation = installation;
  }

  RecipeList list(RecipesQuery query) {
    Recipes recipes = installation.recipes();
    List<FolderEntry> all = recipes.entries();
    String text = query.text() == null ? "" : query.text().strip().toLowerCase(Locale.ROOT);
    List<FolderEntry> found = all.stream().filter(entry -> matches(entry, text)).toList();
    int size = query.limit() == null ? Integer.MAX_VALUE : Math.toIntExact(query.limit());
    int page = Math.max(1, Math.min(query.page(), (found.size() - 1) / size + 1));
    Function<StoredRun, RunHead> heads = installation.heads();
    return new RecipeList(
        found.stream()
            .skip((page - 1L) * size)
            .limit(size)
            .map(entry -> head(entry, query.history() ? history(entry, heads) : null))
            .toList(),
        recipes.place() == null ? null : recipes.place().toString(),
        recipes.troubles(),
        all.size(),
        found.size(),
        page);
  }

  private static boolean matches(FolderEntry entry, String text) {
    return text.isEmpty()
        || entry.name().toLowerCase(Locale.ROOT).contains(text)
        || entry.file().path().toLowerCase(Locale.ROOT).contains(text)
        || Objects.toString(description(entry), "").toLowerCase(Locale.ROOT).contains(text);
  }

  private static @Nullable String description(FolderEntry entry) {
    return entry.definition() == null ? null : entry.definition().description();
  }

  RecipeDocument recipe(RecipeName name) {
    FolderEntry entry = installation.recipes().entry(name.name());
    Function<StoredRun, RunHead> heads = installation.heads();
    String source = entry.reading().source();
    String used = entry.runnable().map(Recipe::source).orElse(source);
    return new RecipeDocument(
        head(entry, name.history() ? history(entry, heads) : null),
        source,
        inputs(entry.runnable().orElse(null), Map.of()),
        HttpUses.access(entry.runnable().map(Recipe::http).orElse(List.of())),
        findings(entry, Severity.ERROR),
        findings(entry, Severity.WARNING),
        used.equals(source) ? null : used,
        name.bundle() ? entry.runnable().map(RecipeReading::bundle).orElse(null) : null,
        name.history()
            ? installation.histories().of(entry.name()).runs().stream().map(heads).toList()
            : List.of(),
        name.history()
            ? Calendars.of(installation.engine(), entry.name(), installation.clock().instant())
            : null);
  }

  private static @Nullable String bundle(Recipe recipe) {
    return recipe.isBundled() ? recipe.portable() : null;
  }

  private RecipeHead.History history(FolderEntry entry, Function<StoredRun, RunHead> heads) {
    RecipeHistory history = installation.histories().of(entry.name());
    return new RecipeHead.History(
        history.runs().isEmpty() ? null : heads.apply(history.runs().get(0)),
        orNull(history.successRate()),
        orNull(history.degradedRate()),
        millis(history.medianDuration()),
        millis(history.slowDuration()),
        history.runs().size());
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : (Long) duration.toMillis();
  }

  private static @Nullable Double orNull(OptionalDouble share) {
    return share.isEmpty() ? null : (Double) share.getAsDouble();
  }

  private static List<Finding> findings(FolderEntry entry, Severity severity) {
    return Finding.all(
        entry.reading().problems().stream().filter(each -> each.severity() == severity).toList());
  }

  private static RecipeHead head(FolderEntry entry, RecipeHead.@Nullable History history) {
    return new RecipeHead(
        entry.name(),
        entry.kind().word(),
        entry.file().path(),
        entry.file().bytes(),
        entry.file().modified(),
        entry.valid(),
        entry.definition() != null,
        entry.runnable().map(Recipe::isDisabled).orElse(false),
        entry.invalidSince(),
        description(entry),
        flaws(entry),
        history);
  }

  private static RecipeHead.Flaws flaws(FolderEntry entry) {
    FolderEntry.Reading reading = entry.reading();
    List<Problem> errors =
        reading.problems().stream().filter(each -> each.severity() == Severity.ERROR).toList();
    Problem first = errors.isEmpty() ? null : errors.get(0);
    return new RecipeHead.Flaws(
        errors.size(),
        reading.problems().size() - errors.size(),
        first == null ? null : Finding.of(first),
        first == null || !entry.file().path().equals(first.file())
            ? null
            : SourceExcerpt.line(first, reading.source()).orElse(null));
  }

  /** The inputs of a recipe, in its order. */
  public static List<RecipeDocument.Input> inputs(Recipe recipe) {
    return inputs(recipe, Map.of());
  }

  private static List<RecipeDocument.Input> inputs(
      @Nullable Recipe recipe, Map<String, @Nullable Object> values) {
    if (recipe == null) {
      return List.of();
    }
    Map<String, String> computed = new HashMap<>();
    recipe.computed().forEach(each -> computed.put(each.name(), each.source()));
    return recipe.parameters().stream()
        .map(
            each ->
                input(
                    each,
                    computed.get(each.name()),
                    problem(recipe, values.get(each.name()), each)))
        .toList();
  }

  private static @Nullable Finding problem(
      Recipe recipe, @Nullable Object value, Parameter parameter) {
    if (value == null) {
      return null;
    }
    try {
      Map<String, Object> unused = recipe.bind(Map.of(parameter.name(), value));
      return null;
    } catch (RecipeException e) {
      return Finding.of(e.problems().get(0));
    }
  }

  private static RecipeDocument.Input input(
      Parameter parameter, @Nullable String computed, @Nullable Finding problem) {
    ArgumentType type = parameter.type();
    return new RecipeDocument.Input(
        parameter.name(),
        type == null ? null : type.kind().word(),
        type == null ? List.of() : type.choices(),
        parameter.required(),
        parameter.defaultValue(),
        computed,
        problem);
  }

  LaunchInputs inputs(Actor actor, InputsRequest request) {
    Recipe recipe = installation.recipes().find(RecipeWishes.of(request.choice()));
    Policy policy = installation.engine().policy(actor.principal());
    Limits own = installation.engine().limits();
    Limits limits = policy.grants().limits().map(own::within).orElse(own);
    List<DirectoryGrant> granted = policy.grants().directories().orElse(null);
    boolean paths =
        recipe.parameters().stream()
            .map(Parameter::type)
            .anyMatch(type -> type != null && type.kind() == ArgumentType.Kind.PATH);
    List<DirectoryGrant> places = granted == null ? asked(request.directories()) : granted;
    return new LaunchInputs(
        seen.remember(recipe),
        inputs(recipe, request.values()),
        granted == null ? List.of() : granted.stream().map(DirectoryGrant::text).toList(),
        granted == null,
        recipe.wantedDirectories().stream()
            .map(each -> new LaunchInputs.WantedPlace(each.guest(), each.writable(), each.why()))
            .toList(),
        HttpUses.access(recipe.http()),
        HttpUses.access(denied(policy, recipe.http())),
        paths ? GrantedFiles.in(places) : List.of(),
        limits.stdinBytes());
  }

  /** Those that are valid; a launch reports the others. */
  private static List<DirectoryGrant> asked(List<String> texts) {
    List<DirectoryGrant> grants = new ArrayList<>();
    for (String text : texts) {
      try {
        grants.addAll(Directories.parse(List.of(text)));
      } catch (RefusedException e) {
        // Not granted.
      }
    }
    return grants;
  }

  Findings validate(RecipeChoice choice) {
    try {
      Recipe recipe = installation.recipes().find(RecipeWishes.of(choice));
      List<Problem> errors = new ArrayList<>();
      List<Problem> warnings = new ArrayList<>(recipe.warnings());
      for (Problem unknown : installation.engine().unknownCommands(recipe)) {
        (unknown.severity() == Severity.ERROR ? errors : warnings).add(unknown);
      }
      warnings.addAll(recipe.failureAdvice());
      warnings.addAll(ChannelAdvice.on(recipe, installation.engine()));
      return new Findings(Finding.all(errors), Finding.all(warnings));
    } catch (RefusedException e) {
      if (e.problems().isEmpty()) {
        throw e;
      }
      return new Findings(Finding.all(e.problems()), List.of());
    }
  }

  PlanDocument plan(Actor actor, PlanRequest request) {
    LaunchOrder order =
        new LaunchOrder(
            RecipeWishes.of(request.choice()),
            request.values(),
            Content.EMPTY,
            List.of(),
            request.directories(),
            List.of(),
            false,
            null,
            null);
    RunRequest run = installation.runs().request(actor, order);
    Plan plan = installation.runs().plan(run);
    Policy policy = installation.engine().policy(actor.principal());
    List<Finding> warnings = new ArrayList<>();
    warnings.addAll(Finding.all(installation.engine().warnings(run, plan)));
    warnings.addAll(Finding.all(ChannelAdvice.on(run.recipe(), installation.engine())));
    warnings.addAll(denials(policy, plan, actor.principal().name()));
    for (HttpRule each : denied(policy, plan.http())) {
      warnings.add(
          denial(
              "http-not-granted",
              "the policy does not grant '%s' all of %s; the rest is denied"
                  .formatted(actor.principal().name(), each.text())));
    }
    List<String> directories = new ArrayList<>(List.of(WORKSPACE));
    run.directories().stream().map(DirectoryGrant::text).forEach(directories::add);
    List<String> denied = new ArrayList<>();
    for (int i = 0; i < run.directories().size(); i++) {
      if (!policy.grants(run.directories().get(i))) {
        denied.add(run.directories().get(i).text());
      }
    }
    return PlanPictures.of(plan, directories)
        .checked(warnings, denied, changes(run, plan, request.since()));
  }

  /** The requests of a recipe that the policy does not permit, or not all of. */
  private static List<HttpRule> denied(Policy policy, List<HttpRule> rules) {
    return rules.stream()
        .filter(
            each ->
                !policy
                    .grants()
                    .http()
                    .permitsAll(
                        new HttpGrant(each.origin(), each.paths(), Set.copyOf(each.methods()))))
        .toList();
  }

  /** What the present policy would deny during the run. */
  private static List<Finding> denials(Policy policy, Plan plan, String principal) {
    if (!policy.allow()) {
      return List.of(
          denial(
              "denied",
              "the policy does not let '%s' run commands; each will be denied"
                  .formatted(principal)));
    }
    return plan.steps().stream()
        .filter(step -> !step.isSkipped())
        .map(step -> step.fold(LeafStep::argv, group -> List.<String>of()))
        .filter(argv -> !argv.isEmpty() && !policy.grants(argv.get(0)))
        .map(argv -> argv.get(0))
        .distinct()
        .sorted()
        .map(
            command ->
                denial(
                    "command-not-granted",
                    "the policy does not grant '%s' the command '%s'"
                        .formatted(principal, command)))
        .toList();
  }

  private static Finding denial(String code, String message) {
    return new Finding(code, message, "The policy file can grant it.", "policy", null, null, "");
  }

  private PlanDocument.@Nullable Changes changes(
      RunRequest run, Plan plan, @Nullable String since) {
    Recipe old = since == null ? null : seen.recipe(since).orElse(null);
    if (old == null) {
      return null;
    }
    try {
      Plan before = installation.runs().plan(again(run, old));
      return before.hash().equals(plan.hash())
          ? new PlanDocument.Changes(List.of(), List.of())
          : PlanPictures.changes(PlanDiff.between(before, plan));
    } catch (RefusedException e) {
      // These values would have started nothing then.
      return null;
    }
  }

  private static RunRequest again(RunRequest run, Recipe old) {
    return RunRequest.of(old)
        .values(run.values())
        .directories(run.directories())
        .principal(run.principal())
        .build();
  }

  /**
   * The recipes whose inputs were lately asked for, so that a plan can be compared with an earlier
   * one. Thread-safe.
   */
  private static final class SeenRecipes {

    private static final int MOST = 64;

    /** Guarded by itself; the least recently used comes first. */
    private final Map<String, Recipe> byVersion = new LinkedHashMap<>(16, 0.75f, true);

    /** Returns the version of the recipe: the SHA-256 of its text. */
    String remember(Recipe recipe) {
      String version = Content.of(recipe.portable()).sha256();
      synchronized (byVersion) {
        byVersion.put(version, recipe);
        if (byVersion.size() > MOST) {
          byVersion.remove(byVersion.keySet().iterator().next());
        }
      }
      return version;
    }

    /** The recipe of a version; empty if it was evicted, or never seen. */
    Optional<Recipe> recipe(String version) {
      synchronized (byVersion) {
        return Optional.ofNullable(byVersion.get(version));
      }
    }
  }
}
