package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.app.ApprovalVerbs;
import dev.escarole.web.app.CatalogVerbs;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.FilterVerbs;
import dev.escarole.web.app.LogVerbs;
import dev.escarole.web.app.RecipeVerbs;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RunVerbs;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.Verbs;
import dev.escarole.web.app.audit.ActionPicture;
import dev.escarole.web.app.audit.ActionsQuery;
import dev.escarole.web.app.output.OutputBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What faces have in common: verbs, and fields of replies, which are compared. */
final class SharedFields {

  /** Verbs that neither of the two faces offers; their pages and REST do. */
  static final Set<Verb<?, ?>> ELSEWHERE =
      Set.of(
          Verbs.RECIPE,
          RecipeVerbs.VERSIONS,
          Verbs.COMMAND,
          Verbs.CALLS,
          Verbs.ACTIONS,
          Verbs.HEALTH,
          Verbs.SYSTEM,
          Verbs.FIGURES,
          Verbs.WHO,
          Verbs.POLICY,
          Verbs.INPUTS,
          Verbs.HELP,
          FilterVerbs.LIST,
          FilterVerbs.SAVE,
          FilterVerbs.DELETE,
          CatalogVerbs.READ,
          CatalogVerbs.ADD,
          CatalogVerbs.VERIFY,
          ApprovalVerbs.ANSWER,
          RunVerbs.HEAD,
          RunVerbs.TIMELINE,
          RunVerbs.ORIGIN,
          RunVerbs.CAUSES,
          RunVerbs.ERRORS,
          RunVerbs.JOIN_TEXT,
          RunVerbs.RUN_PLAN,
          RunVerbs.STEP);

  /**
   * Verbs whose replies the faces give as a text for people: {@code exec} and {@code shell} pass on
   * what commands print, {@code plan --diff} is in words, and the tail of a step is for {@code runs
   * output --follow}, see {@link RemoteTest}; {@code runs logs} prints a page after the other, see
   * {@code RunsLogsTest}. Agents see the recipes alone that they can run. Their own tests hold
   * them.
   */
  static final Set<Verb<?, ?>> OF_ANOTHER_FORM =
      Set.of(
          Verbs.RECIPES,
          Verbs.CALL,
          Verbs.SHELL,
          RunVerbs.TAIL,
          LogVerbs.LOG,
          RunVerbs.PREVIEW_RERUN);

  private static final Pattern RUN = Pattern.compile("\\d{8}-\\d{6}-[0-9a-z]{6}");
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  /** Counts move on while a run that was told to stop does so. */
  private static final Set<String> AMOUNTS =
      Set.of(
          "counts", "durationMillis", "wallNanos", "fuelUsed", "peakMemoryBytes", "workspaceBytes");

  /** What the agents' replies call a field that has a longer name elsewhere. */
  private static final Map<String, String> AGENT_NAMES =
      Map.of("duration_ms", "durationMillis", "exit_code", "exitCode", "started", "startedAt");

  /** Compares what both have; a reply that has nothing of it says nothing. */
  static void compare(String at, JsonNode wanted, JsonNode came, List<String> faults) {
    if (wanted.isObject() && came.isObject()) {
      int both = 0;
      for (Map.Entry<String, JsonNode> each : came.properties()) {
        String name = AGENT_NAMES.getOrDefault(each.getKey(), each.getKey());
        JsonNode other = wanted.get(name);
        if (other != null && !AMOUNTS.contains(name)) {
          both++;
          compare(at + "/" + name, other, each.getValue(), faults);
        }
      }
      if (both == 0 && !came.isEmpty()) {
        faults.add(at + " has nothing in common: " + came);
      }
    } else if (wanted.isArray() && came.isArray() && wanted.size() == came.size()) {
      // Attempts stand in the order of their ends, which branches reach as they come.
      List<JsonNode> one = at.equals("/attempts") ? byPath(wanted) : elements(wanted);
      List<JsonNode> other = at.equals("/attempts") ? byPath(came) : elements(came);
      for (int i = 0; i < came.size(); i++) {
        compare(at + "/" + i, one.get(i), other.get(i), faults);
      }
    } else if (!masked(wanted.asText(wanted.toString()))
        .equals(masked(came.asText(came.toString())))) {
      faults.add(at + " is " + came + ", not " + wanted);
    }
  }

  private static List<JsonNode> elements(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.forEach(elements::add);
    return elements;
  }

  private static List<JsonNode> byPath(JsonNode array) {
    List<JsonNode> elements = elements(array);
    elements.sort(
        Comparator.comparing((JsonNode each) -> each.path("path").asText())
            .thenComparing(each -> each.path("attempt").asInt()));
    return elements;
  }

  static String masked(String text) {
    return TIME.matcher(RUN.matcher(text).replaceAll("RUN")).replaceAll("TIME");
  }

  /** How an agent is told of a refusal. */
  static ErrorCode error(RefusalCode code) {
    return switch (code.kind()) {
      case MALFORMED, NOT_FOUND, TOO_LARGE, INVALID -> ErrorCode.VALIDATION_ERROR;
      case CONFLICT, UNAVAILABLE, UNREACHABLE -> ErrorCode.EXECUTION_ERROR;
      case UNAUTHENTICATED, FORBIDDEN -> ErrorCode.PERMISSION_DENIED;
      case TOO_MANY -> ErrorCode.RATE_LIMITED;
    };
  }

  private SharedFields() {}

  /** Newest first: what was done to what, and what came of it; the origin tells the face. */
  static List<String> rows(Escarole escarole) {
    return escarole.actions(new ActionsQuery(null, null, 1000, null)).actions().stream()
        .map(SharedFields::row)
        .toList();
  }

  private static String row(ActionPicture action) {
    return "%s %s %s by %s"
        .formatted(action.action(), action.target(), action.result(), action.principal());
  }

  static JsonNode text(OutputBytes bytes) throws IOException {
    try (InputStream in = bytes.open(0, bytes.size())) {
      return new TextNode(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
