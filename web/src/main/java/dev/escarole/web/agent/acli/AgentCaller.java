package dev.escarole.web.agent.acli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a line.
 *
 * @param client name reported by the sending program; null if unknown
 */
public record AgentCaller(String principal, @Nullable String client, Access access) {

  /**
   * Which commands a caller may use (acli, section 8.2). Immutable.
   *
   * @param allowed first words of the commands that exist for the caller; empty if all do
   * @param denied existing commands that are refused, by their words, including all subcommands
   */
  public record Access(Optional<Set<String>> allowed, Set<List<String>> denied) {

    /** Everything. */
    public static final Access ALL = new Access(Optional.empty(), Set.of());

    public Access {
      allowed = allowed.map(Set::copyOf);
      denied = Set.copyOf(denied);
    }

    boolean allows(String root) {
      return allowed.isEmpty() || allowed.get().contains(root);
    }

    /** Returns whether the command with these words is refused. */
    public boolean denies(List<String> path) {
      return denied.stream()
          .anyMatch(d -> d.size() <= path.size() && path.subList(0, d.size()).equals(d));
    }
  }
}
