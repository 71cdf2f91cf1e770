package dev.escarole.web.agent.acli;

import static dev.escarole.web.agent.acli.ValueType.ARRAY;
import static dev.escarole.web.agent.acli.ValueType.BOOLEAN;
import static dev.escarole.web.agent.acli.ValueType.DATETIME;
import static dev.escarole.web.agent.acli.ValueType.FLAG;
import static dev.escarole.web.agent.acli.ValueType.INTEGER;
import static dev.escarole.web.agent.acli.ValueType.NUMBER;
import static dev.escarole.web.agent.acli.ValueType.STRING;

import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The commands of the examples in the text of acli, with handlers that tell what they were given.
 */
final class SampleCommands {

  static final String HELP = "acli-compatible CLI for Google Workspace operations";

  private SampleCommands() {}

  static List<CommandDefinition> all() {
    return List.of(
        CommandDefinition.group("calendar", "Manage calendar events", List.of(events())),
        CommandDefinition.group(
            "drive",
            "Manage Google Drive files",
            List.of(
                command("list", option("folder", STRING), option("--max", INTEGER)),
                command("download", option("--path", STRING).asPath()))),
        CommandDefinition.group(
            "gmail",
            "Manage Gmail messages",
            List.of(
                command("search", option("query", STRING).asRequired()),
                command("delegates", option("--all", FLAG)))),
        everyType(),
        CommandDefinition.of(
            "x-mycompany-special-tool",
            "Something of one's own",
            List.of(option("--option", STRING)),
            SampleCommands::echo,
            List.of(),
            Map.of("type", "object")));
  }

  private static CommandDefinition events() {
    return CommandDefinition.of(
        "events",
        "List calendar events with optional filters",
        List.of(
            ArgumentDefinition.of("--today", FLAG, "Show today's events only"),
            ArgumentDefinition.of("--from", DATETIME, "Start date/time (ISO8601 format)"),
            ArgumentDefinition.of("--to", DATETIME, "End date/time (ISO8601 format)"),
            ArgumentDefinition.of("--max", INTEGER, "Maximum number of events to return")
                .withShort('n')
                .withDefault(10L),
            ArgumentDefinition.of("--calendar", STRING, "Calendar ID or 'primary'")
                .withDefault("primary")),
        SampleCommands::echo,
        List.of("calendar events --today", "calendar events --from 2026-02-01 --to 2026-02-07"),
        Map.of("type", "object"));
  }

  private static CommandDefinition everyType() {
    return command(
        "types",
        option("--text", STRING).withShort('t'),
        option("--count", INTEGER)
            .withCheck(
                new ArgumentRules.Check(
                    value -> value instanceof Long count && count < 1000, "below 1000", "7")),
        option("--ratio", NUMBER),
        option("--sure", BOOLEAN),
        option("--flag", FLAG).withShort('f'),
        option("--when", DATETIME),
        option("--list", ARRAY),
        option("--mode", STRING).withChoices(List.of("check", "fix")),
        option("number", NUMBER));
  }

  private static ArgumentDefinition option(String name, ValueType type) {
    return ArgumentDefinition.of(name, type, "Some " + type.word());
  }

  private static CommandDefinition command(String name, ArgumentDefinition... arguments) {
    return CommandDefinition.of(
        name,
        "Does " + name,
        List.of(arguments),
        SampleCommands::echo,
        List.of(),
        Map.of("type", "object"));
  }

  private static Answer echo(Call call) {
    Map<String, Object> data = new LinkedHashMap<>(call.arguments().values());
    return Answer.of(data);
  }
}
