package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.api.ApiServer.Answer;
import dev.escarole.web.cli.Programs;
import java.util.Base64;
import java.util.Map;
import java.util.function.Supplier;

/** Requests of {@link OpenApiTest} about the catalogue, and commands that are built or frozen. */
final class BuildCalls {

  private BuildCalls() {}

  static void put(Map<String, Supplier<Answer>> calls, ApiServer server) {
    calls.put("freezeCommand", () -> freeze(server));
    calls.put("buildCommand", () -> build(server, "base64"));
    calls.put("getCommandSource", () -> server.get("/commands/made/source"));
    calls.put("verifyCommand", () -> server.post("/commands/echo/verify", ""));
    calls.put("listCatalog", () -> server.get("/catalog?text=lua"));
    calls.put("getCatalogRow", () -> server.get("/catalog/absent"));
    calls.put("addCatalogRow", () -> server.post("/catalog/absent/add", ""));
  }

  static void wrong(Map<String, Supplier<Answer>> calls, ApiServer server) {
    calls.put("freezeCommand", () -> server.post("/commands/echo/freeze", "{}"));
    calls.put("buildCommand", () -> build(server, "rust"));
    calls.put("getCommandSource", () -> server.get("/commands/echo/source"));
    calls.put("verifyCommand", () -> server.post("/commands/ecko/verify", ""));
    calls.put("listCatalog", () -> server.get("/catalog?texts=lua"));
    calls.put("getCatalogRow", () -> server.get("/catalog/absend"));
    calls.put("addCatalogRow", () -> server.post("/catalog/absend/add", ""));
  }

  private static Answer build(ApiServer server, String language) {
    String text = Base64.getEncoder().encodeToString(Programs.freezable());
    return server.post(
        "/commands/made/build",
        "{\"language\": \"%s\", \"files\": {\"a.b64\": \"%s\"}}".formatted(language, text));
  }

  private static Answer freeze(ApiServer server) {
    Answer added =
        server
            .askBytes("PUT", "/api/v1/commands/tables", Programs.freezable())
            .with("Content-Type", "application/wasm")
            .send();
    assertThat(added.status()).isEqualTo(200);
    return server.post("/commands/tables/freeze", "{\"export\": \"globals\", \"seed\": 7}");
  }
}
