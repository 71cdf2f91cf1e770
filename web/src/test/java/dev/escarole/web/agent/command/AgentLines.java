package dev.escarole.web.agent.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliResponse;
import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.Gateway;
import dev.escarole.web.agent.acli.Gateway.AuditEntry;
import dev.escarole.web.agent.acli.GatewayOptions;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import dev.escarole.web.app.local.Installation;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The commands for agents over an engine in memory and recipes that a test puts on the offered. */
final class AgentLines implements AutoCloseable, OfferedRecipes {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  final List<AuditEntry> audit = new CopyOnWriteArrayList<>();
  final Engine engine;
  final Installation installation;
  private final List<OfferedRecipe> offers = new ArrayList<>();
  private final AgentCommands commands;
  private final Gateway gateway;
  private String principal = Principal.localOperator().name();

  AgentLines() {
    // What sleeps in a test sleeps until it is cancelled.
    this(EngineOptions.inMemory().withLimits(Limits.defaults().withWallClock(Duration.ofHours(1))));
  }

  AgentLines(EngineOptions options) {
    this(options, false);
  }

  /**
   * @param strict whether characters that shells give a meaning to are refused
   */
  AgentLines(EngineOptions options, boolean strict) {
    this(options, strict, List.of());
  }

  /**
   * @param directories what every run gets beside its workspace
   */
  AgentLines(EngineOptions options, boolean strict, List<DirectoryGrant> directories) {
    engine = Engine.open(options);
    installation = new Installation(engine, InstantSource.system());
    AgentContext context = new AgentContext(installation, this, directories, installation.clock());
    commands = new AgentCommands(context);
    GatewayOptions about =
        new GatewayOptions(
            new GatewayOptions.About("escarole", "test", "Runs recipes", List.of()), strict);
    gateway =
        new Gateway(
            commands,
            audit::add,
            name -> engine.admits(new Principal(name, false)),
            about,
            InstantSource.system());
  }

  /** Puts a recipe on the offered. */
  AgentLines with(String name, String yaml) {
    return with(OfferedRecipe.of(name, new RecipeReader().read(yaml, name + ".yaml")));
  }

  AgentLines with(OfferedRecipe offer) {
    offers.add(offer);
    return this;
  }

  AgentLines as(String name) {
    principal = name;
    return this;
  }

  @Override
  public List<OfferedRecipe> all() {
    return offers;
  }

  @Override
  public long version() {
    return offers.size();
  }

  AcliResponse send(String line) {
    return send(line, Call.Progress.NONE, new Cancellation());
  }

  AcliResponse send(String line, Call.Progress progress, Cancellation cancellation) {
    AgentCaller caller = new AgentCaller(principal, "test", commands.access(principal));
    return gateway.execute(line, caller, progress, cancellation);
  }

  JsonNode data(String line) {
    AcliResponse response = send(line);
    if (!response.success()) {
      throw new AssertionError(response.json());
    }
    return json(response).get("data");
  }

  static JsonNode json(AcliResponse response) {
    try {
      return MAPPER.readTree(response.json());
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  AcliError error(String line) {
    AcliError error = send(line).error();
    if (error == null) {
      throw new AssertionError("'" + line + "' was accepted");
    }
    return error;
  }

  @Override
  public void close() {
    gateway.close();
    engine.close();
  }
}
