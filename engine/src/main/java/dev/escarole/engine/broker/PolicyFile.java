package dev.escarole.engine.broker;

import dev.escarole.engine.command.Limits;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a policy file says. Immutable.
 *
 * @param principals the policy of every principal that is named, in alphabetical order
 * @param limits what holds for everybody, the local operator included; empty if the file has none
 */
public record PolicyFile(Map<String, Policy> principals, Optional<Limits> limits) {

  private static final PolicyFile EMPTY = new PolicyFile(Map.of(), Optional.empty());

  /** Copies the map. */
  public PolicyFile {
    principals = Collections.unmodifiableMap(new TreeMap<>(principals));
  }

  /** Returns the policy that holds where there is no file: nobody but the operator has any. */
  public static PolicyFile empty() {
    return EMPTY;
  }

  /** Returns what a principal may do: nothing, unless it is named or the local operator. */
  public Policy of(Principal principal) {
    if (principal.name().equals(Principal.localOperator().name())) {
      return limits.isEmpty() ? Policy.localOperator() : operatorWithLimits();
    }
    return principals.getOrDefault(principal.name(), Policy.nothing());
  }

  private Policy operatorWithLimits() {
    return Policy.localOperator()
        .withGrants(new Policy.Grants(Optional.empty(), Optional.empty(), limits));
  }
}
