package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.web.api.DocumentSchemas;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.command.CalledCommand;
import dev.escarole.web.app.command.CatalogList;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.FrozenPicture;
import dev.escarole.web.app.command.ShellReply;
import dev.escarole.web.app.output.LogPart;
import dev.escarole.web.app.recipe.Findings;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.WorkspaceList;
import dev.escarole.web.cli.option.AskingCommand;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What a command prints as JSON. Commands that ask an installation say it by their type; the others
 * are in a table here.
 *
 * @param reply the record that is printed
 * @param list the member that holds a list of them; empty if the document is one of them
 * @param absent members of the record that this command leaves out
 */
record PrintedDocument(Class<?> reply, String list, Set<String> absent) {

  /** By the words of the command; a row for each that is no {@link AskingCommand}. */
  private static final Map<String, PrintedDocument> TABLE = table();

  private static Map<String, PrintedDocument> table() {
    Map<String, PrintedDocument> table = new TreeMap<>();
    table.put("run", of(RunPicture.class));
    table.put("runs resume", of(RunPicture.class));
    table.put("runs rerun", of(RunPicture.class));
    table.put("approve", of(AwaitPicture.class));
    table.put("reject", of(AwaitPicture.class));
    table.put("runs list", new PrintedDocument(RunHead.class, "runs", Set.of()));
    table.put("plan", new PrintedDocument(PlanDocument.class, "", Set.of("tree")));
    table.put("validate", of(Findings.class));
    table.put("test", of(TestReport.class));
    table.put("commands", of(CommandList.class));
    table.put("handle show", of(inside("command.HandleShowCommand$HandleCallPicture")));
    table.put("config show", of(inside("config.ConfigShowCommand$Shown")));
    table.put("version", of(VersionCommand.Picture.class));
    table.put("warmup", of(WarmupCommand.Picture.class));
    table.put("policy check", of(inside("system.PolicyPicture")));
    table.put("init", of(inside("run.InitCommand$Written")));
    table.put("inputs", of(inside("run.InputsCommand$Picture")));
    table.put("exec", of(CalledCommand.class));
    table.put("sh", of(ShellReply.class));
    table.put("runs output", of(inside("runs.RunsOutputCommand$Printed")));
    table.put("runs logs", of(LogPart.class));
    table.put("runs files", of(RunFileList.class));
    table.put("runs workspace", of(WorkspaceList.class));
    table.put("token create", of(inside("serve.TokenCommands$CreatedToken")));
    table.put("token list", of(inside("serve.TokenCommands$TokenList")));
    table.put("token revoke", of(inside("serve.TokenCommands$RevokedToken")));
    table.put("commands add", of(AddedCommand.class));
    table.put("commands freeze", of(FrozenPicture.class));
    table.put("commands build", of(BuiltPicture.class));
    table.put("toolkit build-inline", of(BuiltPicture.class));
    table.put("toolkit build", of(BuiltPicture.class));
    table.put("toolkit install", of(BuiltPicture.class));
    table.put("toolkit promote", of(inside("toolkit.ToolkitCommands$Promoted")));
    table.put("commands search", of(CatalogList.class));
    table.put("commands export", of(inside("command.CommandBundles$ExportedBundle")));
    table.put("commands import", of(inside("command.CommandBundles$ImportedBundle")));
    table.put("commands remove", of(CommandPicture.class));
    table.put("commands verify", of(inside("command.CommandsVerifyCommand$Verified")));
    return table;
  }

  /** By the words of the command and the option that makes it print another document. */
  private static final Map<String, Map<String, PrintedDocument>> OTHERWISE =
      Map.of(
          "init", Map.of("--list", of(inside("run.InitCommand$TemplateList"))),
          "plan", Map.of("--diff", of(RerunPreview.class)),
          "runs resume", Map.of("--all", of(inside("runs.RunsResumeCommand$AllResumed"))));

  /** What the command prints with an option, by that option. */
  static Map<String, PrintedDocument> otherwise(CommandSpec command) {
    return OTHERWISE.getOrDefault(CommandTree.words(command), Map.of());
  }

  private static PrintedDocument of(Class<?> reply) {
    return new PrintedDocument(reply, "", Set.of());
  }

  /** A record that only its command knows. */
  private static Class<?> inside(String name) {
    try {
      return Class.forName("dev.escarole.web.cli." + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("mend the table in PrintedDocument", e);
    }
  }

  /** The words that make the command print JSON, such as {@code --json}; null if none do. */
  static @Nullable String asked(CommandSpec command) {
    if (command.findOption("--json") != null) {
      return "--json";
    }
    OptionSpec format = command.findOption("--format");
    return format != null && candidates(format).contains("json") ? "--format json" : null;
  }

  private static List<String> candidates(OptionSpec format) {
    Iterable<String> words = format.completionCandidates();
    return words == null ? List.of() : StreamSupport.stream(words.spliterator(), false).toList();
  }

  /** What a command prints that can print JSON. */
  static PrintedDocument of(CommandSpec command) {
    String words = CommandTree.words(command);
    PrintedDocument listed = TABLE.get(words);
    if (listed != null) {
      return listed;
    }
    Type parent = command.userObject().getClass().getGenericSuperclass();
    if (parent instanceof ParameterizedType asking
        && asking.getRawType() == AskingCommand.class
        && asking.getActualTypeArguments()[0] instanceof Class<?> reply) {
      return of(reply);
    }
    throw new IllegalStateException(
        "'escarole " + words + "' prints JSON: add what it prints to the table in PrintedDocument");
  }

  /** The commands that the table names. */
  static Set<String> listed() {
    return TABLE.keySet();
  }

  /** The schema of the whole document; what it refers to is in the collection. */
  ObjectNode schema(DocumentSchemas schemas) {
    JsonNode one = schemas.reference(reply);
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (list.isEmpty()) {
      return schema.setAll((ObjectNode) one);
    }
    schema.put("type", "object").put("additionalProperties", false);
    schema.putArray("required").add(list);
    schema.putObject("properties").putObject(list).put("type", "array").set("items", one);
    return schema;
  }

  /** What a command of the table prints. */
  static PrintedDocument ofTable(String words) {
    return Objects.requireNonNull(TABLE.get(words), words);
  }

  /** Lets the schema of the record do without what this command leaves out. */
  void leaveOut(ObjectNode collected) {
    if (collected.path(name()).path("required") instanceof ArrayNode required) {
      for (int i = required.size() - 1; i >= 0; i--) {
        if (absent.contains(required.get(i).asText())) {
          required.remove(i);
        }
      }
    }
  }

  /** The name of the record in the collection of schemas. */
  String name() {
    Class<?> outer = reply.getDeclaringClass();
    return (outer == null ? "" : outer.getSimpleName() + ".") + reply.getSimpleName();
  }

  /** What is printed, in one line of Markdown. */
  String sentence() {
    String link = "[" + name() + "](#" + ReferencePage.anchor(name()) + ")";
    String without =
        absent.isEmpty() ? "" : " without `" + String.join("`, `", new TreeSet<>(absent)) + "`";
    return list.isEmpty() ? link + without : "`{\"" + list + "\": […]}`, each a " + link + without;
  }
}
