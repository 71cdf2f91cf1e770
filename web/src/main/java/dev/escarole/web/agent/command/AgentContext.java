package dev.escarole.web.agent.command;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.system.PolicyQuery;
import dev.escarole.web.app.system.PrincipalRights;
import java.time.InstantSource;
import java.util.List;

/**
 * Context of the agents' commands: the application and the offered recipes. An agent sees only the
 * runs that it may change, whatever its role in a server. Thread-safe.
 */
public final class AgentContext {

  private final EscaroleFactory application;
  private final InstantSource clock;
  private final OfferedRecipes offered;
  private final List<String> directories;

  /**
   * @param directories additional directories of every run, if its principal's policy grants them
   */
  public AgentContext(
      EscaroleFactory application,
      OfferedRecipes offered,
      List<DirectoryGrant> directories,
      InstantSource clock) {
    this.application = application;
    this.clock = clock;
    this.offered = offered;
    this.directories = directories.stream().map(DirectoryGrant::text).toList();
  }

  Escarole escarole(AgentCaller caller) {
    String origin = caller.client() == null ? "agent" : "agent " + caller.client();
    return application.as(new Actor(principal(caller), origin).asConfined());
  }

  Escarole escarole(Call call) {
    return escarole(call.caller());
  }

  PrincipalRights rights(String principal) {
    return application
        .as(new Actor(new Principal(principal, false), "agent"))
        .policy(new PolicyQuery(null));
  }

  OfferedRecipes offered() {
    return offered;
  }

  /** The directories in the form of requests. */
  List<String> directories() {
    return directories;
  }

  long millis() {
    return clock.millis();
  }

  static Principal principal(AgentCaller caller) {
    return new Principal(caller.principal(), false);
  }
}
