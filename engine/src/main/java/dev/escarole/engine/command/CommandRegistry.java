package dev.escarole.engine.command;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All commands by name. Built-in commands take precedence over registered ones, so no registration
 * can replace them.
 *
 * <p>Thread-safe. A name that is registered again refers to the new artifact from the next lookup
 * on; running calls keep the artifact they found.
 */
public final class CommandRegistry {

  /** Maximum number of registered names, not counting the built-in ones. */
  public static final int CAPACITY = 4096;

  private final Map<String, Command> builtIns;
  private final Map<String, Command> registered = new ConcurrentHashMap<>();
  private final Runnable refresh;

  /**
   * Creates a registry.
   *
   * @param builtIns the commands whose names are reserved, such as {@link BuiltInCommands#all}
   */
  public CommandRegistry(Collection<Command> builtIns) {
    this(builtIns, () -> {});
  }

  /**
   * Creates a registry over a manifest that other processes may change.
   *
   * @param refresh updates the registered commands; called before each lookup
   */
  CommandRegistry(Collection<Command> builtIns, Runnable refresh) {
    this.refresh = refresh;
    Map<String, Command> byName = new TreeMap<>();
    builtIns.forEach(command -> byName.put(command.name(), command));
    this.builtIns = Map.copyOf(byName);
  }

  /** Returns the command of this name, if there is one. */
  public Optional<Command> find(String name) {
    Command builtIn = builtIns.get(name);
    if (builtIn != null) {
      return Optional.of(builtIn);
    }
    refresh.run();
    return Optional.ofNullable(registered.get(name));
  }

  /** Returns all commands, sorted by name. */
  public List<Command> commands() {
    refresh.run();
    Map<String, Command> all = new TreeMap<>(registered);
    all.putAll(builtIns);
    return List.copyOf(all.values());
  }

  /**
   * Binds a name to an artifact, replacing any earlier binding, for the lifetime of this registry.
   *
   * @return the new command
   * @throws CommandRefusedException if the name is not valid or reserved, or the registry is full
   */
  public Command register(String name, ArtifactId artifact) throws CommandRefusedException {
    return register(name, artifact, ArgumentMode.ARGV);
  }

  /**
   * Binds a name to an artifact with this argument mode, replacing any earlier binding, for the
   * lifetime of this registry.
   *
   * @return the new command
   * @throws CommandRefusedException if the name is not valid or reserved, or the registry is full
   */
  public Command register(String name, ArtifactId artifact, ArgumentMode mode)
      throws CommandRefusedException {
    mustBeFree(name);
    Command command = new Command(name, artifact, Command.Origin.REGISTERED, mode);
    synchronized (registered) {
      if (registered.size() >= CAPACITY && !registered.containsKey(name)) {
        throw full(name);
      }
      registered.put(name, command);
    }
    return command;
  }

  /** Removes a registered command, unless its name has been rebound. */
  void forget(Command command) {
    synchronized (registered) {
      registered.remove(command.name(), command);
    }
  }

  /** Refuses a name that is not valid, or that belongs to a built-in command. */
  void mustBeFree(String name) throws CommandRefusedException {
    if (!Command.isValidName(name)) {
      throw new CommandRefusedException(
          CommandRefusedException.Reason.INVALID_NAME, "'" + name + "' cannot name a command");
    }
    if (builtIns.containsKey(name)) {
      throw new CommandRefusedException(
          CommandRefusedException.Reason.RESERVED_NAME,
          "'" + name + "' is the name of a built-in command");
    }
  }

  static CommandRefusedException full(String name) {
    return new CommandRefusedException(
        CommandRefusedException.Reason.REGISTRY_FULL,
        "'" + name + "' would be one registered command more than " + CAPACITY);
  }

  /** Returns up to three names that a misspelt name may have meant, the nearest first. */
  public List<String> nearest(String name) {
    return NearestNames.of(name, commands().stream().map(Command::name).toList());
  }
}
