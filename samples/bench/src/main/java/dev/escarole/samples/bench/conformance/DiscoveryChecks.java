package dev.escarole.samples.bench.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.samples.bench.conformance.Check.Category;
import dev.escarole.samples.bench.conformance.Check.Level;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What is asked of {@code help}, {@code schema} and {@code version} (acli, section 6). */
final class DiscoveryChecks {

  private static final int LOOKED_AT = 20;

  private DiscoveryChecks() {}

  static List<Check> all() {
    return List.of(
        discovery("6.2.1", Level.MINIMAL, "help lists the commands", DiscoveryChecks::root),
        discovery(
            "6.2.2",
            Level.MINIMAL,
            "help describes each command",
            s -> each(s, "help ", DiscoveryChecks::isHelp)),
        discovery(
            "6.1",
            Level.MINIMAL,
            "help of what does not exist is COMMAND_NOT_FOUND",
            ParserChecks.code("help no-such-command-at-all", "COMMAND_NOT_FOUND")),
        discovery(
            "6.3",
            Level.STANDARD,
            "schema describes each command",
            s -> each(s, "schema ", DiscoveryChecks::isSchema)),
        discovery("6.1", Level.STANDARD, "schema alone describes all", DiscoveryChecks::schemas),
        discovery(
            "6.1",
            Level.STANDARD,
            "schema of what does not exist is COMMAND_NOT_FOUND",
            ParserChecks.code("schema no-such-command-at-all", "COMMAND_NOT_FOUND")),
        discovery("6.4", Level.STANDARD, "version tells versions", DiscoveryChecks::version),
        discovery("9.2", Level.FULL, "version lists extensions x-…", DiscoveryChecks::extensions),
        discovery("7.4", Level.STANDARD, "an unknown option is refused", DiscoveryChecks::unknown));
  }

  private static Check discovery(String section, Level level, String claim, Check.Trial trial) {
    return new Check(Category.DISCOVERY, section, level, claim, trial);
  }

  private static String root(Server server) throws IOException {
    JsonNode data = server.send("help").data();
    boolean fits =
        data.path("description").isTextual()
            && data.path("usage").isTextual()
            && data.path("examples").isArray()
            && data.path("commands").isArray();
    for (JsonNode command : data.path("commands")) {
      fits &= command.path("name").isTextual() && command.path("description").isTextual();
    }
    return fits ? "" : "answers " + data;
  }

  /** The commands that can be asked about: those of the root, and those below groups. */
  private static List<String> commands(Server server) throws IOException {
    List<String> names = new ArrayList<>();
    for (JsonNode command : server.send("help").data().path("commands")) {
      String name = command.path("name").asText();
      JsonNode below = server.send("help " + name).data().path("subcommands");
      if (below.isEmpty()) {
        names.add(name);
      }
      below.forEach(each -> names.add(name + " " + each.path("name").asText()));
    }
    return names.subList(0, Math.min(names.size(), LOOKED_AT));
  }

  private static String each(Server server, String verb, Predicate<JsonNode> fits)
      throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String command : commands(server)) {
      JsonNode data = server.send(verb + command).data();
      if (!fits.test(data) || !data.path("command").asText().equals(command)) {
        wrong.add(command);
      }
    }
    return wrong.isEmpty() ? "" : "does not for " + wrong;
  }

  private static boolean isHelp(JsonNode data) {
    boolean fits = data.path("description").isTextual() && data.path("arguments").isArray();
    for (JsonNode argument : data.path("arguments")) {
      fits &=
          argument.path("name").isTextual()
              && argument.path("type").isTextual()
              && argument.path("description").isTextual();
    }
    return fits && data.path("examples").isArray();
  }

  private static boolean isSchema(JsonNode data) {
    return data.at("/inputSchema/type").asText().equals("object")
        && data.at("/inputSchema/properties").isObject()
        && data.has("outputSchema");
  }

  private static String schemas(Server server) throws IOException {
    JsonNode data = server.send("schema").data();
    return data.toString().contains("inputSchema") ? "" : "answers " + data;
  }

  private static String version(Server server) throws IOException {
    JsonNode data = server.send("version").data();
    boolean fits =
        data.path("acli_version").asText().equals("0.1.0")
            && data.at("/implementation/name").isTextual()
            && data.at("/implementation/version").isTextual()
            && data.at("/capabilities/commands").isArray();
    return fits ? "" : "answers " + data;
  }

  private static String extensions(Server server) throws IOException {
    JsonNode extensions = server.send("version").data().at("/capabilities/extensions");
    boolean fits = extensions.isArray();
    for (JsonNode extension : extensions) {
      fits &= extension.asText().startsWith("x-");
    }
    return fits ? "" : "has " + extensions;
  }

  private static String unknown(Server server) throws IOException {
    List<String> accepting = new ArrayList<>();
    for (String command : commands(server)) {
      if (!server.send(command + " --no-such-option-at-all").code().equals("VALIDATION_ERROR")) {
        accepting.add(command);
      }
    }
    return accepting.isEmpty() ? "" : "is not VALIDATION_ERROR for " + accepting;
  }
}
