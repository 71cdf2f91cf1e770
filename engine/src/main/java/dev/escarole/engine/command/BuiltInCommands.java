package dev.escarole.engine.command;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.escarole.engine.command.Command.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The commands shipped with Escarole, and the store of their artifacts: one command for every
 * program pinned in {@code builtin.sha256}, and one for every applet, which is one of these
 * programs under another name. An applet such as {@code [}, which is not a valid command name, is
 * only available through its program.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class BuiltInCommands implements ArtifactStore {

  private static final String FOLDER = "builtin/";

  private final List<Command> commands;
  private final Map<ArtifactId, String> files;

  /** Read at the first use, once: it does not change. */
  private static final class Shipped {
    static final BuiltInCommands ALL = read();
  }

  private BuiltInCommands(List<Command> commands, Map<ArtifactId, String> files) {
    this.commands = List.copyOf(commands);
    this.files = Map.copyOf(files);
  }

  /** The built-in commands, listed on the class path; their bytes are read when needed. */
  public static BuiltInCommands load() {
    return Shipped.ALL;
  }

  private static BuiltInCommands read() {
    List<Command> commands = new ArrayList<>();
    Map<ArtifactId, String> files = new HashMap<>();
    Map<String, List<String>> applets = applets();
    for (String line : lines("builtin.sha256")) {
      String[] pin = line.split(" [ *]", 2);
      if (pin.length != 2 || !pin[1].endsWith(".wasm")) {
        throw new IllegalStateException("BUG: builtin.sha256 holds the line '" + line + "'");
      }
      ArtifactId artifact = new ArtifactId(pin[0]);
      String name = pin[1].substring(0, pin[1].length() - ".wasm".length());
      files.put(artifact, pin[1]);
      commands.add(new Command(name, artifact, Origin.BUILT_IN));
      for (String applet : applets.getOrDefault(name, List.of())) {
        commands.add(new Command(applet, artifact, Origin.BUILT_IN));
      }
    }
    return new BuiltInCommands(commands, files);
  }

  /** Returns the applets of each program of many commands. */
  private static Map<String, List<String>> applets() {
    return lines("applets.txt").stream()
        .map(line -> line.split(" ", 2))
        // The applet `[` can only be reached as `wbox [`: it does not fit the rule for names.
        .filter(pair -> Command.isValidName(pair[1]))
        .collect(groupingBy(pair -> pair[0], mapping(pair -> pair[1], toList())));
  }

  /** Returns every built-in command. */
  public List<Command> all() {
    return commands;
  }

  @Override
  public boolean holdsBuiltIn(ArtifactId id) {
    return files.containsKey(id);
  }

  @Override
  public byte[] read(ArtifactId id) throws ArtifactIntegrityException {
    String file = files.get(id);
    if (file == null) {
      throw new ArtifactIntegrityException("artifact " + id + " is not a built-in one");
    }
    try {
      return bytes(file);
    } catch (UncheckedIOException e) {
      throw new ArtifactIntegrityException("artifact " + id + " cannot be read", e);
    }
  }

  private static List<String> lines(String file) {
    return Arrays.stream(new String(bytes(file), StandardCharsets.UTF_8).split("\n"))
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static byte[] bytes(String file) {
    try (InputStream in = BuiltInCommands.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException("BUG: " + FOLDER + file + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(FOLDER + file + " cannot be read", e);
    }
  }
}
