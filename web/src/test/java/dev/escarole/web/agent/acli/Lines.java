package dev.escarole.web.agent.acli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.web.agent.acli.AgentCaller.Access;
import dev.escarole.web.agent.acli.Gateway.AuditEntry;
import dev.escarole.web.agent.acli.Gateway.CallRate;
import dev.escarole.web.agent.acli.Handler.Call;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A gateway over some commands, and what it answers. */
final class Lines implements AutoCloseable {

  static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-02-02T10:00:00Z"));
  private static final ObjectMapper MAPPER = new ObjectMapper();

  final List<AuditEntry> audit = new CopyOnWriteArrayList<>();
  private final Gateway gateway;
  private final Access access;

  Lines(List<CommandDefinition> commands, Access access) {
    this(commands, access, CallRate.unlimited(), options());
  }

  Lines(List<CommandDefinition> commands, Access access, CallRate rate, GatewayOptions options) {
    this.gateway = new Gateway(() -> commands, audit::add, rate, options, CLOCK);
    this.access = access;
  }

  static Lines ofSamples() {
    return new Lines(SampleCommands.all(), Access.ALL);
  }

  static GatewayOptions options() {
    return new GatewayOptions(
        new GatewayOptions.About(
            "sunaba-acp", "1.0.0", SampleCommands.HELP, List.of("calendar events --today")),
        true);
  }

  AcliResponse send(String line) {
    return gateway.execute(
        line, new AgentCaller("robot", "test 1.0", access), Call.Progress.NONE, new Cancellation());
  }

  JsonNode json(String line) {
    return read(send(line).json());
  }

  JsonNode data(String line) {
    JsonNode json = json(line);
    if (!json.get("success").booleanValue()) {
      throw new AssertionError(json.toString());
    }
    return json.get("data");
  }

  /** The code of the error that a line gets; "none" if it gets none. */
  String code(String line) {
    AcliError error = send(line).error();
    return error == null ? "none" : error.code().name();
  }

  static JsonNode read(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }

  @Override
  public void close() {
    gateway.close();
  }
}
