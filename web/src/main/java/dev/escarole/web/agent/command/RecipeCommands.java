package dev.escarole.web.agent.command;

import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Discovery;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.agent.command.CustomCommands.CustomNames;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.PlanRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The commands {@code recipes}, {@code run} and {@code plan}. */
final class RecipeCommands {

  private static final int RECIPES_A_PAGE = 20;
  private static final int PLAN = 3_000;

  private static final ArgumentDefinition RECIPE =
      ArgumentDefinition.of("recipe", ValueType.STRING, "Name of a recipe; 'recipes' lists them")
          .asRequired();
  private static final ArgumentDefinition SET =
      ArgumentDefinition.of("--set", ValueType.STRING, "A value, as NAME=VALUE").asRepeated();
  private static final ArgumentDefinition FILE =
      ArgumentDefinition.of(
              "--file", ValueType.STRING, "A file of this text, as NAME=TEXT, for /inputs/NAME")
          .asRepeated();

  private final AgentContext context;
  private final Launching launching;

  RecipeCommands(AgentContext context, Launching launching) {
    this.context = context;
    this.launching = launching;
  }

  List<CommandDefinition> commands() {
    return List.of(recipes(), run(), plan());
  }

  private CommandDefinition recipes() {
    return CommandDefinition.of(
        "recipes",
        "List the recipes",
        List.of(
            ArgumentDefinition.of("--find", ValueType.STRING, "Only those that contain this text"),
            Discovery.PAGE),
        this::list,
        List.of("recipes", "recipes --find review"),
        Schemas.list("recipes", "name", "command", "description"));
  }

  private CommandDefinition run() {
    return CommandDefinition.of(
        "run",
        "Run a recipe by its name; x-NAME does the same with typed arguments",
        List.of(
            RECIPE,
            SET,
            ArgumentDefinition.of("--stdin", ValueType.STRING, "Input of the first command"),
            FILE,
            Launching.wait("Seconds to wait for the end")),
        this::run,
        List.of("run review --set top=10 --wait 60"),
        Schemas.run());
  }

  private CommandDefinition plan() {
    return CommandDefinition.of(
        "plan",
        "Show what a recipe would run, without running it",
        List.of(RECIPE, SET, Texts.FROM),
        this::plan,
        List.of("plan review --set top=10"),
        Schemas.object("recipe", "steps", "plan"));
  }

  private Answer list(Call call) {
    return Replies.found(
        "recipes",
        List.copyOf(CustomNames.of(context.offered().all()).entrySet()),
        each -> each.getValue().name() + " " + each.getValue().description(),
        each -> shown(each.getKey(), each.getValue()),
        call,
        RECIPES_A_PAGE);
  }

  private static Map<String, Object> shown(String command, OfferedRecipe offer) {
    String trouble = offer.trouble();
    if (trouble != null) {
      trouble = Texts.cut("an older version runs: " + trouble, 160);
    } else if (offer.recipe().isDisabled()) {
      trouble = "disabled";
    }
    return Json.object(
        "name",
        offer.name(),
        "command",
        offer.recipe().isDisabled() ? null : command,
        "description",
        Texts.cut(Texts.firstLine(offer.description()), 100),
        "trouble",
        trouble);
  }

  private Answer run(Call call) {
    OfferedRecipe offer = offer(call, "run");
    return launching.run(
        call,
        offer.recipe(),
        values(call, offer),
        call.arguments().text("stdin").orElse(""),
        files(call));
  }

  /** The texts of files by their names. */
  private static Map<String, @Nullable Object> files(Call call) {
    Map<String, @Nullable Object> files = new LinkedHashMap<>();
    for (String each : call.arguments().list("file")) {
      int equals = each.indexOf('=');
      if (equals < 1 || files.containsKey(each.substring(0, equals))) {
        throw new AcliException(
            AcliError.invalid(
                "--file must be NAME=TEXT with distinct names, not '%s'"
                    .formatted(Texts.shown(each)),
                "Write for example --file table='a,b'"));
      }
      files.put(each.substring(0, equals), each.substring(equals + 1));
    }
    return files;
  }

  private OfferedRecipe offer(Call call, String verb) {
    String wanted = call.arguments().needed("recipe");
    Map<String, OfferedRecipe> offers = CustomNames.of(context.offered().all());
    for (Map.Entry<String, OfferedRecipe> each : offers.entrySet()) {
      if (each.getValue().name().equals(wanted)
          || each.getKey().equals(wanted)
          || each.getKey().equals("x-" + wanted)) {
        return each.getValue();
      }
    }
    String nearest =
        NearestName.of(
            wanted, offers.values().stream().map(OfferedRecipe::name).limit(200).toList());
    AcliError error =
        AcliError.invalid(
            "recipe: there is no recipe '%s'".formatted(Texts.shown(wanted)),
            nearest == null
                ? "'recipes' lists them"
                : "Did you mean '%s'? 'recipes' lists them".formatted(nearest));
    throw new AcliException(
        error.withExamples(List.of(nearest == null ? "recipes" : again(call, verb, nearest))));
  }

  private static String again(Call call, String verb, String recipe) {
    List<String> words = new ArrayList<>(List.of(verb, recipe));
    call.arguments()
        .given()
        .forEach(
            (name, value) -> {
              for (Object each : value instanceof List<?> list ? list : List.of(value)) {
                if (!name.equals("recipe")) {
                  words.addAll(List.of("--" + name, each.toString()));
                }
              }
            });
    return LineText.of(words);
  }

  /** The given values; path inputs must stay inside, as with x-NAME. */
  private static Map<String, Object> values(Call call, OfferedRecipe offer) {
    Map<String, ArgumentDefinition> inputs =
        RecipeInputs.of(offer).stream()
            .collect(Collectors.toMap(ArgumentDefinition::key, input -> input));
    Map<String, Object> values = new LinkedHashMap<>();
    for (String each : call.arguments().list("set")) {
      int equals = each.indexOf('=');
      if (equals < 1 || values.containsKey(each.substring(0, equals))) {
        throw new AcliException(
            AcliError.invalid(
                "--set must be NAME=VALUE with distinct names, not '%s'"
                    .formatted(Texts.shown(each)),
                "Write for example --set top=10"));
      }
      String name = each.substring(0, equals);
      String value = each.substring(equals + 1);
      ArgumentDefinition input = inputs.get(name);
      if (input != null) {
        input.checkPath("--set " + name, value);
      }
      values.put(name, value);
    }
    return values;
  }

  private Answer plan(Call call) {
    OfferedRecipe offer = offer(call, "plan");
    PlanRequest request =
        new PlanRequest(
            null,
            offer.recipe().portable(),
            Texts.fileName(offer.recipe().fileName()),
            new LinkedHashMap<String, @Nullable Object>(values(call, offer)),
            launching.directories(offer.recipe()));
    PlanDocument plan = context.escarole(call).plan(request);
    String line = "plan " + call.arguments().needed("recipe");
    return Answer.of(
        Json.object(
            "recipe", offer.name(),
            "steps", plan.steps().size(),
            "plan", Texts.window(tree(plan), call, PLAN, line)));
  }

  /** Without the directories, which agents neither choose nor see. */
  private static String tree(PlanDocument plan) {
    List<String> lines = new ArrayList<>(plan.tree().lines().toList());
    lines.subList(1, 1 + plan.directories().size()).clear();
    return String.join("\n", lines) + "\n";
  }
}
