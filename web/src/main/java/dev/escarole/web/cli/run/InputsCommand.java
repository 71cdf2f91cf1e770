package dev.escarole.web.cli.run;

import dev.escarole.recipe.Recipe;
import dev.escarole.web.app.local.RecipeReading;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.option.MissingValuesException;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the values that a recipe can be given. */
@Command(
    name = "inputs",
    description =
        "Lists the values that a recipe or a handle can be given: names, types, defaults, and which"
            + " are required. Nothing runs.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole inputs census.yaml",
      "  escarole inputs census.yaml --json",
      "  escarole inputs census --server http://localhost:8420",
      "",
      "Exit codes: 0, or 2 if the recipe is invalid or there is none."
    })
public final class InputsCommand extends ConsoleCommand {

  @Mixin private RecipeArgument choice = new RecipeArgument();
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private JsonOption json = new JsonOption();

  /**
   * What a recipe can be given, as JSON shows it.
   *
   * @param recipe its name, else its file
   * @param description null if it has none
   */
  record Picture(String recipe, @Nullable String description, List<RecipeDocument.Input> inputs) {
    Picture {
      inputs = List.copyOf(inputs);
    }
  }

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public Integer call() {
    Picture picture = picture();
    if (!json.print(console, picture)) {
      print(picture);
    }
    return 0;
  }

  private Picture picture() {
    String name = choice.name(console);
    ServerOption.There there = name == null ? null : server.there(console);
    if (name == null || there == null) {
      Recipe recipe = choice.read(console);
      String shown = recipe.name() == null ? recipe.fileName() : recipe.name();
      return new Picture(shown, recipe.description(), RecipeReading.inputs(recipe));
    }
    RecipeDocument document =
        RecipeArgument.ofServer(name, each -> there.escarole().recipe(new RecipeName(each)));
    return new Picture(name, document.head().description(), document.parameters());
  }

  private void print(Picture picture) {
    if (picture.description() != null) {
      console.say(TextFormat.plain(picture.description()));
    }
    if (picture.inputs().isEmpty()) {
      console.say("no values: it runs as it is");
      return;
    }
    Columns columns = new Columns("NAME", "TYPE", "VALUE");
    for (RecipeDocument.Input each : picture.inputs()) {
      columns.row(each.name(), type(each), value(each));
    }
    columns.print(console);
    String required =
        picture.inputs().stream()
            .filter(RecipeDocument.Input::required)
            .map(MissingValuesException::option)
            .collect(Collectors.joining(" "));
    console.say(
        "run it: escarole run "
            + TextFormat.plain(TextFormat.shellWord(choice.text()) + " " + required).strip()
            + (choice.name(console) == null ? "" : TextFormat.plain(server.words())));
  }

  private static String type(RecipeDocument.Input input) {
    if (!input.choices().isEmpty()) {
      return String.join("|", input.choices());
    }
    return input.type() == null ? "any" : input.type();
  }

  private static String value(RecipeDocument.Input input) {
    if (input.computedBy() != null) {
      return "computed by " + input.computedBy();
    }
    if (input.byDefault() != null) {
      return "default: " + input.byDefault();
    }
    return input.required() ? "required" : "optional";
  }
}
