package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.api.ApiServer.Answer;
import dev.escarole.web.app.Role;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each operation is open to its role and those above it, and to nobody else. */
@Timeout(300)
class ApiRolesTest {

  private static ApiServer server;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = ApiServer.withTokens(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void each_operation_lets_in_its_role_and_those_above_it() {
    JsonNode document = server.get("/openapi.json").json();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        operation ->
                            check(
                                operation.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                needed(operation.getValue()))));
    assertThat(server.ask("GET", "/api/v1/runs").as(Role.VIEWER).send().json().path("runs"))
        .as("nothing was run")
        .isEmpty();
  }

  private static Role needed(JsonNode operation) {
    String description = operation.path("description").asText();
    if (description.endsWith("Open to everybody.")) {
      assertThat(operation.path("security")).isEmpty();
      return Role.NOBODY;
    }
    return Role.ofWord(description.replaceAll("(?s).*Role: (\\w+)\\.", "$1"));
  }

  /** Asks for what does not exist, so that who is let in gets another refusal. */
  private static void check(String method, String path, Role needed) {
    String address = "/api/v1" + path.replaceAll("\\{\\w+}", "nothing");
    for (Role role : Role.values()) {
      Answer answer = server.ask(method, address).as(role).send();
      String what = role + " " + method + " " + path + ": " + answer.text();
      if (role.covers(needed)) {
        assertThat(answer.status()).as(what).isNotEqualTo(401);
        assertThat(answer.text()).as(what).doesNotContain("\"not-allowed\"");
      } else {
        assertThat(answer.status()).as(what).isEqualTo(role == Role.NOBODY ? 401 : 403);
        assertThat(answer.code())
            .as(what)
            .isEqualTo(role == Role.NOBODY ? "no-token" : "not-allowed");
      }
    }
  }

  @Test
  void a_wrong_token_gets_nobody_in_and_is_not_repeated_in_the_answer() {
    Answer answer =
        server.ask("GET", "/api/v1/runs").with("Authorization", "Bearer esc_secret").send();
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(answer.text()).doesNotContain("esc_secret");
  }

  @Test
  void a_run_acts_for_who_launched_it_and_only_he_may_give_it_another_recipe() throws Exception {
    Answer launched =
        server
            .ask("POST", "/api/v1/runs", "{\"text\": \"template: echo mine\"}")
            .as(Role.ADMIN)
            .send();
    String id = launched.json().path("run").asText();
    server.await(id);
    String other = "{\"text\": \"template: echo other\"}";
    String rerun = "/api/v1/runs/" + id + "/rerun";
    Answer refused = server.ask("POST", rerun, other).as(Role.OPERATOR).send();
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.code()).isEqualTo("another-principal");
    Answer foreign = server.ask("POST", rerun, "{}").as(Role.OPERATOR).send();
    assertThat(foreign.status()).isEqualTo(403);
    assertThat(foreign.code()).isEqualTo("another-principal");
    Answer again = server.ask("POST", rerun, "{}").as(Role.ADMIN).send();
    assertThat(again.status()).as(again.text()).isEqualTo(201);
    server.await(again.json().path("run").asText());
    Answer own =
        server.ask("POST", rerun, other.replace("}", ", \"force\": true}")).as(Role.ADMIN).send();
    assertThat(own.status()).as(own.text()).isEqualTo(201);
    server.await(own.json().path("run").asText());
    Answer mine = server.ask("GET", "/api/v1/runs?principal=the-admin").as(Role.VIEWER).send();
    assertThat(mine.json().path("runs")).hasSize(3);
    Answer kept = server.ask("DELETE", "/api/v1/runs/" + id).as(Role.OPERATOR).send();
    assertThat(kept.code()).isEqualTo("another-principal");
    assertThat(server.ask("POST", "/api/v1/runs/" + id + "/cancel").as(Role.OPERATOR).send().code())
        .isEqualTo("another-principal");
    assertThat(server.ask("POST", "/api/v1/runs/" + id + "/resume").as(Role.OPERATOR).send().code())
        .isEqualTo("another-principal");
    assertThat(server.ask("GET", "/api/v1/runs/" + id).as(Role.VIEWER).send().status())
        .isEqualTo(200);
    mine.json()
        .path("runs")
        .forEach(
            run ->
                server
                    .ask("DELETE", "/api/v1/runs/" + run.path("run").asText())
                    .as(Role.ADMIN)
                    .send());
  }

  @Test
  void the_keys_of_different_principals_have_nothing_to_do_with_each_other() throws Exception {
    String body = "{\"text\": \"template: echo keyed\"}";
    Answer one =
        server.ask("POST", "/api/v1/runs", body).with("Idempotency-Key", "k").as(Role.ADMIN).send();
    Answer two =
        server
            .ask("POST", "/api/v1/runs", body)
            .with("Idempotency-Key", "k")
            .as(Role.OPERATOR)
            .send();
    assertThat(one.json().path("run")).isNotEqualTo(two.json().path("run"));
    for (Answer answer : new Answer[] {one, two}) {
      String id = answer.json().path("run").asText();
      server.await(id);
      server.ask("DELETE", "/api/v1/runs/" + id).as(Role.ADMIN).send();
    }
  }
}
