package dev.escarole.engine.broker;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a principal may do. Immutable.
 *
 * @param standing whether it may run commands at all; whoever has no policy may not
 * @param commands the commands that it may run; empty when every command is granted
 * @param capabilities what it may do besides running commands
 * @param quota how much it may do at once and in a second
 * @param grants what its commands are given
 * @param runs which runs it may change; empty where its role decides: an administrator all, others
 *     their own
 */
public record Policy(
    Standing standing,
    Optional<CommandNames> commands,
    Capabilities capabilities,
    Quota quota,
    Grants grants,
    Optional<Runs> runs) {

  /** The deepest nesting that any policy can allow. */
  public static final int DEEPEST = 8;

  /** How many calls a second a principal may make unless its policy says otherwise. */
  public static final int DEFAULT_CALLS_PER_SECOND = 2_000;

  /** How many of a principal's calls may run at once unless its policy says otherwise. */
  public static final int DEFAULT_CONCURRENT_CALLS = 64;

  private static final Policy NOTHING =
      new Policy(
          Standing.DENIED,
          Optional.empty(),
          Capabilities.NONE,
          Quota.DEFAULT,
          Grants.NOTHING,
          Optional.empty());
  private static final Policy OPERATOR =
      new Policy(
          Standing.ALLOWED,
          Optional.empty(),
          new Capabilities(true, true),
          Quota.NONE,
          Grants.EVERYTHING,
          Optional.of(Runs.ALL));

  /** Which runs a principal may cancel, run again, resume and delete. */
  public enum Runs {
    /** Those that act for it. */
    OWN,
    /** Those of others, too. */
    ALL
  }

  /** Whether a principal may run commands at all. */
  public enum Standing {
    /** It may, within the rest of its policy. */
    ALLOWED,
    /** It may not, and never could: {@code denied}. */
    DENIED,
    /** It may not any more: {@code revoked}. */
    REVOKED
  }

  /**
   * What a principal may do besides running commands.
   *
   * @param exec whether its commands may run commands themselves
   * @param commands whether it may list, add and remove commands
   */
  public record Capabilities(boolean exec, boolean commands) {

    /** Neither. */
    public static final Capabilities NONE = new Capabilities(false, false);
  }

  /**
   * How much a principal may do.
   *
   * @param callsPerSecond calls in one second of the clock, refused ones included: 1 or more,
   *     default 2,000; empty for any number
   * @param concurrentCalls calls that run at once: 1 or more, default 64; empty for any number
   * @param maxDepth how deep its commands may nest: 0 to 8, default 8
   */
  public record Quota(OptionalInt callsPerSecond, OptionalInt concurrentCalls, int maxDepth) {

    /** What holds unless a policy says otherwise. */
    public static final Quota DEFAULT =
        new Quota(
            OptionalInt.of(DEFAULT_CALLS_PER_SECOND),
            OptionalInt.of(DEFAULT_CONCURRENT_CALLS),
            DEEPEST);

    /** Any number of calls. */
    public static final Quota NONE = new Quota(OptionalInt.empty(), OptionalInt.empty(), DEEPEST);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public Quota {
      if (maxDepth < 0 || maxDepth > DEEPEST) {
        throw new IllegalArgumentException(
            "Policy.maxDepth must be 0..8 (default 8), was " + maxDepth);
      }
      check("callsPerSecond", callsPerSecond, DEFAULT_CALLS_PER_SECOND);
      check("concurrentCalls", concurrentCalls, DEFAULT_CONCURRENT_CALLS);
    }

    private static void check(String field, OptionalInt value, int preset) {
      if (value.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "Policy.%s must be 1 or more (default %d), was %d"
                .formatted(field, preset, value.getAsInt()));
      }
    }
  }

  /**
   * What a principal's commands are given.
   *
   * @param directories those that it may ask for; empty when it may ask for any. The workspace of a
   *     run needs no permission
   * @param environment the variables that may be set for its commands; empty when all may
   * @param limits what each of its commands may use at most; empty when whoever calls decides
   */
  public record Grants(
      Optional<List<DirectoryGrant>> directories,
      Optional<Set<String>> environment,
      Optional<Limits> limits) {

    /** No directory and no variable, the limits of the caller. */
    public static final Grants NOTHING =
        new Grants(Optional.of(List.of()), Optional.of(Set.of()), Optional.empty());

    /** Whatever is asked for. */
    public static final Grants EVERYTHING =
        new Grants(Optional.empty(), Optional.empty(), Optional.empty());

    /** Copies the lists. */
    public Grants {
      directories = directories.map(List::copyOf);
      environment = environment.map(Set::copyOf);
    }
  }

  /** Returns the policy of whoever was granted nothing: every call is denied. */
  public static Policy nothing() {
    return NOTHING;
  }

  /** Returns the policy of the local operator: everything, no quota. */
  public static Policy localOperator() {
    return OPERATOR;
  }

  /** Returns a policy that grants every command and nothing else, with the default quota. */
  public static Policy allCommands() {
    return NOTHING.withStanding(Standing.ALLOWED);
  }

  /** Returns a policy that grants these commands and nothing else, with the default quota. */
  public static Policy onlyCommands(Set<String> names) {
    return allCommands().withCommands(new CommandNames(names));
  }

  /** Returns this policy with another standing. */
  public Policy withStanding(Standing value) {
    return new Policy(value, commands, capabilities, quota, grants, runs);
  }

  /** Returns this policy for these commands only. */
  public Policy withCommands(CommandNames value) {
    return new Policy(standing, Optional.of(value), capabilities, quota, grants, runs);
  }

  /** Returns this policy with other capabilities. */
  public Policy withCapabilities(Capabilities value) {
    return new Policy(standing, commands, value, quota, grants, runs);
  }

  /** Returns this policy with another quota. */
  public Policy withQuota(Quota value) {
    return new Policy(standing, commands, capabilities, value, grants, runs);
  }

  /** Returns this policy with another quota of calls per second. */
  public Policy withCallsPerSecond(int value) {
    return withQuota(new Quota(OptionalInt.of(value), quota.concurrentCalls(), quota.maxDepth()));
  }

  /** Returns this policy with other grants. */
  public Policy withGrants(Grants value) {
    return new Policy(standing, commands, capabilities, quota, value, runs);
  }

  /** Says whether the principal may run commands at all. */
  public boolean allow() {
    return standing == Standing.ALLOWED;
  }

  /** Says whether the principal's commands may run commands themselves. */
  public boolean exec() {
    return capabilities.exec();
  }

  /** Returns how deep the principal's commands may nest. */
  public int maxDepth() {
    return quota.maxDepth();
  }

  /** Says whether the policy grants the command of this name, registered or not. */
  public boolean grants(String command) {
    return commands.isEmpty() || commands.get().include(command);
  }

  /** Says whether the policy grants a program by its hash, whatever it is called. */
  public boolean grants(ArtifactId program) {
    return commands.isEmpty() || commands.get().include(program);
  }

  /** Says whether the policy grants a directory that somebody asks for. */
  public boolean grants(DirectoryGrant asked) {
    return asked.workspace()
        || grants.directories().isEmpty()
        || grants.directories().get().stream().anyMatch(granted -> granted.covers(asked));
  }

  /**
   * Says whether a variable of this name may be set for the principal's commands; {@code PWD}, by
   * which the engine says where relative paths start, always may.
   */
  public boolean grantsVariable(String name) {
    return name.equals("PWD")
        || grants.environment().isEmpty()
        || grants.environment().get().contains(name);
  }
}
