package dev.escarole.engine.broker;

import dev.escarole.engine.command.Limits;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Contents of a policy file. Immutable.
 *
 * @param principals the policies by principal, in alphabetical order
 * @param limits limits for all principals, including the local operator; empty if the file has none
 * @param operatorHttp the HTTP requests of the local operator's commands
 * @param operatorFetch commands of the catalogue that are fetched before the local operator's runs
 * @param programs how programs run that are not built in, for all principals; compiled unless the
 *     file says otherwise
 */
public record PolicyFile(
    Map<String, Policy> principals,
    Optional<Limits> limits,
    HttpPolicy operatorHttp,
    CommandNames operatorFetch,
    ProgramCode programs) {

  private static final PolicyFile EMPTY =
      new PolicyFile(
          Map.of(), Optional.empty(), HttpPolicy.NOTHING, CommandNames.NONE, ProgramCode.COMPILED);

  /** Copies the map. */
  public PolicyFile {
    principals = Collections.unmodifiableMap(new TreeMap<>(principals));
  }

  /** Returns the policy without a file: only the operator may do anything. */
  public static PolicyFile empty() {
    return EMPTY;
  }

  /** Returns the policy of a principal: nothing, unless it is listed or the local operator. */
  public Policy of(Principal principal) {
    if (principal.name().equals(Principal.localOperator().name())) {
      return operator();
    }
    return principals.getOrDefault(principal.name(), Policy.nothing());
  }

  private Policy operator() {
    return Policy.localOperator()
        .withGrants(
            new Policy.Grants(
                Optional.empty(), Optional.empty(), limits, operatorHttp, operatorFetch));
  }
}
