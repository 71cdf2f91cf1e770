package dev.escarole.engine.command;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What every name means. Built-in commands lie over the registered ones, so that no registration
 * can ever take their names.
 *
 * <p>Safe for use by many threads. A name that is registered again means the new artifact from the
 * next look-up on; calls under way keep what they found.
 */
public final class CommandRegistry {

  /** How many names may be registered beside the built-in ones. */
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
   * Creates a registry over a manifest that others may change.
   *
   * @param refresh brings the registered commands up to date; called before they are looked at
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
   * Makes a name mean an artifact, in place of what it meant before, for as long as this registry
   * lives.
   *
   * @return the new command
   * @throws CommandRefusedException if the name is not valid or reserved, or the registry is full
   */
  public Command register(String name, ArtifactId artifact) throws CommandRefusedException {
    return register(name, artifact, ArgumentMode.ARGV);
  }

  /**
   * Makes a name mean an artifact that takes its arguments in this way, in place of what it meant
   * before, for as long as this registry lives.
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

  /** Forgets a registered command, unless its name means something else by now. */
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
