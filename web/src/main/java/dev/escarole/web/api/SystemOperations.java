package dev.escarole.web.api;

import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.EngineStorage;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.view.SystemJson;
import java.util.List;

/** Operations on the server itself. */
final class SystemOperations {

  private static final String TAG = "system";

  private final Installation service;
  private final String version;

  SystemOperations(Installation service, String version) {
    this.service = service;
    this.version = version;
  }

  List<Operation> all() {
    return List.of(health(), system());
  }

  private Operation health() {
    return Operation.of("GET", "/system/health", Role.NOBODY)
        .named("getHealth", TAG)
        .says("Says whether the server and its database answer", "Needs no token.")
        .gives(200, "Health")
        .by(
            request -> {
              service.engine().store().unfinished();
              Answers.json(
                  request,
                  json -> {
                    json.writeStartObject();
                    json.writeStringField("status", "ok");
                    json.writeEndObject();
                  });
            });
  }

  private Operation system() {
    return Operation.of("GET", "/system", Role.VIEWER)
        .named("getSystem", TAG)
        .says("Shows versions, what the server is doing, and what is stored", "")
        .gives(200, "System")
        .by(
            request -> {
              EngineLoad load = service.engine().load();
              EngineStorage storage = service.engine().storage();
              Answers.json(request, json -> new SystemJson(json).system(version, load, storage));
            });
  }
}
