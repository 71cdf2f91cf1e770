package dev.escarole.web.app.system;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a principal may do at this moment. */
public record PrincipalRights(
    String principal,
    @Documented("allowed, denied or revoked; then nothing is allowed.") String standing,
    @Documented("Names of commands, or the beginnings of names with a star.") List<String> commands,
    @Documented("Whether its commands may call commands.") boolean exec,
    @Documented("Whether it may list, add and remove commands.") boolean managesCommands,
    @Documented("Whether it may decide about steps that wait, and see the URLs of callbacks.")
        boolean approves,
    @Documented("Whose runs it may change: own or all; by its role if the policy does not say.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String runs,
    @Nullable Integer callsPerSecond,
    @Nullable Integer concurrentCalls) {
  public PrincipalRights {
    commands = List.copyOf(commands);
  }

  /** Whether it may run commands at all. */
  public boolean allows() {
    return standing.equals("allowed");
  }
}
