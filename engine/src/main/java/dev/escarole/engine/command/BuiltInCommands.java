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
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The commands shipped with Escarole, and the store of their artifacts: one command for every
 * program pinned in {@code builtin.sha256}, and one for every applet, which is one of these
 * programs under another name. An applet such as {@code [}, which is not a valid command name, is
 * only available through its program. Each {@link CommandPack} on the class path adds its own.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class BuiltInCommands implements ArtifactStore {

  private static final String FOLDER = "builtin/";

  private final List<Command> commands;
  private final Map<ArtifactId, String> files;
  private final Map<ArtifactId, CommandPack> packs;

  /** Read at the first use, once: it does not change. */
  private static final class Shipped {
    static final BuiltInCommands ALL = read();
  }

  private BuiltInCommands(
      List<Command> commands, Map<ArtifactId, String> files, Map<ArtifactId, CommandPack> packs) {
    this.commands = List.copyOf(commands);
    this.files = Map.copyOf(files);
    this.packs = Map.copyOf(packs);
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
    Map<ArtifactId, CommandPack> packs = new HashMap<>();
    for (CommandPack pack :
        ServiceLoader.load(CommandPack.class, BuiltInCommands.class.getClassLoader())) {
      add(pack, commands, packs);
    }
    return new BuiltInCommands(commands, files, packs);
  }

  private static void add(
      CommandPack pack, List<Command> commands, Map<ArtifactId, CommandPack> packs) {
    for (Map.Entry<String, ArtifactId> each : new TreeMap<>(pack.commands()).entrySet()) {
      String name = each.getKey();
      if (commands.stream().anyMatch(command -> command.name().equals(name))) {
        throw new IllegalStateException(
            "%s has a command '%s', which is built in already"
                .formatted(pack.getClass().getName(), name));
      }
      commands.add(new Command(name, each.getValue(), Origin.BUILT_IN));
      packs.put(each.getValue(), pack);
    }
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

  /** Returns the pack that an artifact comes from; null if it is the engine's or unknown. */
  public @Nullable CommandPack packOf(ArtifactId id) {
    return packs.get(id);
  }

  @Override
  public boolean holdsBuiltIn(ArtifactId id) {
    return files.containsKey(id) || packs.containsKey(id);
  }

  @Override
  public byte[] read(ArtifactId id) throws ArtifactIntegrityException {
    CommandPack pack = packs.get(id);
    String file = files.get(id);
    if (pack == null && file == null) {
      throw new ArtifactIntegrityException("artifact " + id + " is not a built-in one");
    }
    try {
      return pack != null ? pack.read(id) : bytes(Objects.requireNonNull(file));
    } catch (IOException | UncheckedIOException e) {
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
