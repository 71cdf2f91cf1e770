package dev.escarole.web.cli.option;

import dev.escarole.engine.broker.Principal;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** On whose behalf something runs, and under which policy. */
public final class PrincipalOptions {

  @Option(
      names = "--as",
      paramLabel = "PRINCIPAL",
      description =
          "Runs on behalf of a principal, with what the policy file grants to it and nothing else."
              + " Default: the local operator, who may do everything.")
  private @Nullable String name;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "The policy file. Default: policy.yaml in the data directory, if there is one.")
  private @Nullable Path policy;

  public Principal principal() {
    if (name == null) {
      return Principal.localOperator();
    }
    try {
      return new Principal(name, false);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-principal", "--as names nobody", "Write the name of a principal, such as --as ci");
    }
  }

  /** The file that was named; null for the one in the data directory. */
  public @Nullable Path policyFile() {
    return policy;
  }

  /**
   * A server knows by the token who asks, and has a policy of its own.
   *
   * @throws UsageException if one of the options was given
   */
  public void refuseAtServer() {
    if (name != null || policy != null) {
      throw new UsageException(
          "not-at-a-server",
          (name != null ? "--as" : "--policy") + " means nothing to a server",
          "The token says who asks: give that of another principal with --server-token FILE, or say"
              + " '--server local' to work on the data directory here.");
    }
  }
}
