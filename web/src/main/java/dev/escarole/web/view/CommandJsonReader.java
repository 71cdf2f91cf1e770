package dev.escarole.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Reads what {@link CommandJson} wrote. */
public final class CommandJsonReader {

  private CommandJsonReader() {}

  /**
   * The commands of a list.
   *
   * @throws IllegalArgumentException if it is no such document
   */
  public static List<Command> commands(JsonNode list) {
    List<Command> commands = new ArrayList<>();
    list.path("commands").forEach(node -> commands.add(command(node)));
    return commands;
  }

  private static Command command(JsonNode node) {
    String mode = node.path("mode").asText();
    return new Command(
        node.path("name").asText(),
        new ArtifactId(node.path("artifact").asText()),
        Command.Origin.valueOf(node.path("origin").asText().toUpperCase(Locale.ROOT)),
        Arrays.stream(ArgumentMode.values())
            .filter(each -> each.word().equals(mode))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no mode '" + mode + "'")));
  }
}
