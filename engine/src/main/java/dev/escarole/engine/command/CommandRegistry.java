package dev.escarole.engine.command;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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
  private final Supplier<Map<String, Command>> registered;
  private final Predicate<String> offered;

  /**
   * Creates a registry without registered commands.
   *
   * @param builtIns the commands whose names are reserved, such as {@link BuiltInCommands#all}
   */
  public CommandRegistry(Collection<Command> builtIns) {
    this(builtIns, Map::of);
  }

  /**
   * Creates a registry.
   *
   * @param registered the current registered commands by name; asked at each lookup
   */
  public CommandRegistry(Collection<Command> builtIns, Supplier<Map<String, Command>> registered) {
    this(builtIns, registered, name -> false);
  }

  /**
   * Creates a registry beside a catalogue.
   *
   * @param registered the current registered commands by name; asked at each lookup
   * @param offered whether a catalogue has a program of that name that could be added
   */
  public CommandRegistry(
      Collection<Command> builtIns,
      Supplier<Map<String, Command>> registered,
      Predicate<String> offered) {
    this.registered = registered;
    this.offered = offered;
    this.builtIns =
        builtIns.stream().collect(Collectors.toUnmodifiableMap(Command::name, each -> each));
  }

  /** Returns the command of this name, if there is one. */
  public Optional<Command> find(String name) {
    Command builtIn = builtIns.get(name);
    if (builtIn != null) {
      return Optional.of(builtIn);
    }
    return Optional.ofNullable(registered.get().get(name));
  }

  /** Returns whether a name is unknown but {@code commands add NAME} would add it. */
  public boolean isOffered(String name) {
    return find(name).isEmpty() && offered.test(name);
  }

  /** Returns all commands, sorted by name. */
  public List<Command> commands() {
    Map<String, Command> all = new TreeMap<>(registered.get());
    all.putAll(builtIns);
    return List.copyOf(all.values());
  }

  /**
   * Checks that a command may be registered under a name.
   *
   * @throws CommandRefusedException if the name is not valid, or belongs to a built-in command
   */
  public void mustBeFree(String name) throws CommandRefusedException {
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

  /**
   * Checks that a command may be added under a name: it must be free, and differ from the names of
   * built-in commands in more than case. Commands that were added before may keep such a name.
   *
   * @throws CommandRefusedException if it may not
   */
  public void mustBeNew(String name) throws CommandRefusedException {
    mustBeFree(name);
    String folded = name.toLowerCase(Locale.ROOT);
    if (builtIns.containsKey(folded)) {
      throw new CommandRefusedException(
          CommandRefusedException.Reason.RESERVED_NAME,
          "'%s' differs from the built-in command '%s' only in case".formatted(name, folded));
    }
  }

  /** Returns up to three names that a misspelt name may have meant, the nearest first. */
  public List<String> nearest(String name) {
    return NearestNames.of(name, commands().stream().map(Command::name).toList());
  }
}
