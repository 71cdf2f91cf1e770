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
 * @param standing whether it may run commands at all
 * @param commands the commands that it may run; empty if all are granted
 * @param grants directories, variables and limits of its commands
 * @param runs which runs it may change; if empty its role decides: all for an administrator, its
 *     own for others
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

  /** Default limit of calls per second. */
  public static final int DEFAULT_CALLS_PER_SECOND = 2_000;

  /** Default limit of concurrent calls. */
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
          new Capabilities(true, true, true),
          Quota.NONE,
          Grants.EVERYTHING,
          Optional.of(Runs.ALL));

  /** The runs that a principal may cancel, rerun, resume and delete. */
  public enum Runs {
    /** Its own runs. */
    OWN,
    /** All runs. */
    ALL
  }

  /** Whether a principal may run commands at all. */
  public enum Standing {
    /** It may, within its policy. */
    ALLOWED,
    /** It may not, and never was allowed: {@code denied}. */
    DENIED,
    /** It was allowed earlier: {@code revoked}. */
    REVOKED
  }

  /**
   * Rights besides running commands.
   *
   * @param exec whether its commands may run commands themselves
   * @param commands whether it may list, add and remove commands
   * @param approve whether it may decide about steps that wait, and see the URLs of callbacks
   */
  public record Capabilities(boolean exec, boolean commands, boolean approve) {

    /** None. */
    public static final Capabilities NONE = new Capabilities(false, false, false);
  }

  /**
   * Limits on a principal's calls.
   *
   * @param callsPerSecond calls in one second of the clock, including refused ones: 1 or more,
   *     default 2,000; empty for no limit
   * @param concurrentCalls concurrent calls: 1 or more, default 64; empty for no limit
   * @param maxDepth maximum nesting depth of its commands: 0 to 8, default 8
   */
  public record Quota(OptionalInt callsPerSecond, OptionalInt concurrentCalls, int maxDepth) {

    /** The default quota. */
    public static final Quota DEFAULT =
        new Quota(
            OptionalInt.of(DEFAULT_CALLS_PER_SECOND),
            OptionalInt.of(DEFAULT_CONCURRENT_CALLS),
            DEEPEST);

    /** No limit of calls. */
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
   * Directories, variables and limits of a principal's commands.
   *
   * @param directories the permitted directories; empty if any is permitted. The workspace of a run
   *     needs no grant
   * @param environment the permitted variables; empty if all are
   * @param limits upper limits of each of its commands; empty if the caller decides
   * @param http the permitted HTTP requests
   * @param fetch commands of the catalogue that are fetched before a run that needs them
   */
  public record Grants(
      Optional<List<DirectoryGrant>> directories,
      Optional<Set<String>> environment,
      Optional<Limits> limits,
      HttpPolicy http,
      CommandNames fetch) {

    /** No directories, no variables, and the caller's limits. */
    public static final Grants NOTHING =
        new Grants(Optional.of(List.of()), Optional.of(Set.of()), Optional.empty());

    /** Everything but HTTP requests and fetching, which are never permitted without being named. */
    public static final Grants EVERYTHING =
        new Grants(Optional.empty(), Optional.empty(), Optional.empty());

    /** Grants without HTTP requests, and without fetching before runs. */
    public Grants(
        Optional<List<DirectoryGrant>> directories,
        Optional<Set<String>> environment,
        Optional<Limits> limits) {
      this(directories, environment, limits, HttpPolicy.NOTHING, CommandNames.NONE);
    }

    /** Copies the lists. */
    public Grants {
      directories = directories.map(List::copyOf);
      environment = environment.map(Set::copyOf);
    }
  }

  /** Returns the policy that grants nothing: every call is denied. */
  public static Policy nothing() {
    return NOTHING;
  }

  /** Returns the policy of the local operator: everything, without a quota. */
  public static Policy localOperator() {
    return OPERATOR;
  }

  /** Returns a policy that grants every command and nothing else, with the default quota. */
  public static Policy allCommands() {
    return NOTHING.withStanding(Standing.ALLOWED);
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

  /** Returns this policy with other grants. */
  public Policy withGrants(Grants value) {
    return new Policy(standing, commands, capabilities, quota, value, runs);
  }

  /** Returns whether the principal may run commands at all. */
  public boolean allow() {
    return standing == Standing.ALLOWED;
  }

  /** Returns whether the principal's commands may run commands themselves. */
  public boolean exec() {
    return capabilities.exec();
  }

  /** Returns the maximum nesting depth of the principal's commands. */
  public int maxDepth() {
    return quota.maxDepth();
  }

  /** Returns whether the policy grants the command of this name, registered or not. */
  public boolean grants(String command) {
    return commands.isEmpty() || commands.get().include(command);
  }

  /** Returns whether the policy grants a program by its hash, whatever its name. */
  public boolean grants(ArtifactId program) {
    return commands.isEmpty() || commands.get().include(program);
  }

  /** Returns whether the policy grants a requested directory. */
  public boolean grants(DirectoryGrant asked) {
    return asked.workspace()
        || grants.directories().isEmpty()
        || grants.directories().get().stream().anyMatch(granted -> granted.covers(asked));
  }

  /**
   * Returns whether this variable may be set for the principal's commands. {@code PWD}, which the
   * engine sets to the working directory, is always permitted.
   */
  public boolean grantsVariable(String name) {
    return name.equals("PWD")
        || grants.environment().isEmpty()
        || grants.environment().get().contains(name);
  }
}
