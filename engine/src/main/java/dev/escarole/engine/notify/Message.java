package dev.escarole.engine.notify;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.store.database.Json;
import dev.escarole.engine.store.outbox.StoredDelivery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is told about a run. Names and labels come from recipes, and so from anybody. Immutable.
 *
 * @param id the same for each attempt to deliver it
 * @param attempt from 1
 * @param facts what the outbox holds besides
 * @param link to the run's page; null if none is known
 */
record Message(
    String id,
    String event,
    String channel,
    String run,
    String recipe,
    String principal,
    Instant at,
    int attempt,
    Map<String, Object> facts,
    @Nullable String link) {

  /** The event of messages that try a channel. */
  static final String TEST = "test";

  private static final String HELD = "held";
  private static final String WAITS_FOR = "waitsFor";
  private static final String APPROVAL = "approval";
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_LINE = 300;
  private static final int MOST_LISTED = 5;

  private static final TypeReference<Map<String, Object>> FACTS = new TypeReference<>() {};

  static Message of(StoredDelivery delivery, @Nullable String base) {
    Map<String, Object> facts = Json.read(delivery.message(), FACTS);
    return new Message(
        delivery.id(),
        delivery.event(),
        delivery.channel(),
        delivery.run().value(),
        delivery.recipe(),
        delivery.principal(),
        delivery.at(),
        delivery.attempts() + 1,
        facts,
        base == null ? null : base + page(delivery, facts));
  }

  /** Where people can do something about it. */
  private static String page(StoredDelivery delivery, Map<String, Object> facts) {
    return APPROVAL.equals(facts.get(WAITS_FOR)) ? "/approvals" : "/runs/" + delivery.run().value();
  }

  /** A message that tries a channel. */
  static Message test(String channel, String id, String principal, Instant at) {
    return new Message(id, TEST, channel, "", "", principal, at, 1, Map.of(), null);
  }

  /** One line for people, without control characters. */
  String headline() {
    if (event.equals(TEST)) {
      return "Escarole can reach the channel " + channel;
    }
    long more = held();
    return "%s: %s%s"
        .formatted(
            verdict(), line(recipe, LONGEST_NAME), more == 0 ? "" : " (and " + more + " more)");
  }

  /** How many messages this one stands for besides itself. */
  private long held() {
    return facts.get(HELD) instanceof Map<?, ?> held && held.get("count") instanceof Number count
        ? count.longValue()
        : 0;
  }

  private String verdict() {
    return switch (event) {
      case "failed" -> "Failed";
      case "degraded" -> "Degraded";
      case "done" -> "Done";
      default -> APPROVAL.equals(facts.get(WAITS_FOR)) ? "Waiting for approval" : "Waiting";
    };
  }

  /** Lines for people, without control characters. */
  List<String> details() {
    List<String> lines = new ArrayList<>();
    if (!run.isEmpty()) {
      lines.add("Run " + run + " of " + line(principal, LONGEST_NAME));
    }
    if (facts.get("error") instanceof String error) {
      lines.add("Reason: " + line(error, LONGEST_LINE));
    }
    if (facts.get("path") instanceof String path) {
      lines.add(
          "Step %s waits for %s"
              .formatted(
                  named(path, facts.get("label")),
                  APPROVAL.equals(facts.get(WAITS_FOR)) ? "approval" : "a callback"));
    }
    List<?> failures = facts.get("failures") instanceof List<?> list ? list : List.of();
    for (Object each : failures.subList(0, Math.min(failures.size(), MOST_LISTED))) {
      if (each instanceof Map<?, ?> failure) {
        String step = named(String.valueOf(failure.get("path")), failure.get("label"));
        lines.add("Step %s: %s".formatted(step, outcome(failure)));
      }
    }
    if (facts.get("failureCount") instanceof Number count && count.intValue() > MOST_LISTED) {
      lines.add("and %d other failures".formatted(count.intValue() - MOST_LISTED));
    }
    if (failures.size() > 1) {
      lines.add("Causes: " + causes());
    }
    if (link != null) {
      lines.add(link);
    }
    if (facts.get(HELD) instanceof Map<?, ?> held) {
      lines.addAll(heldBack(held));
    }
    return lines;
  }

  /** Such as {@code 20 × exited with code 1 · 7 × timed_out}. */
  private String causes() {
    List<?> causes = facts.get("causes") instanceof List<?> list ? list : List.of();
    return causes.stream()
        .filter(Map.class::isInstance)
        .map(each -> (Map<?, ?>) each)
        .map(each -> each.get("count") + " × " + outcome(each))
        .collect(Collectors.joining(" · "));
  }

  private List<String> heldBack(Map<?, ?> held) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "There are too many messages for this channel: %d more since %s were not sent on their own."
            .formatted(held(), held.get("since")));
    List<?> groups = held.get("groups") instanceof List<?> list ? list : List.of();
    for (Object each : groups) {
      if (each instanceof Map<?, ?> group) {
        lines.add(
            "%s × %s: %s"
                .formatted(
                    group.get("count"),
                    group.get("event"),
                    line(String.valueOf(group.get("recipe")), LONGEST_NAME)));
      }
    }
    if (held.get("moreGroups") instanceof Number more && more.intValue() > 0) {
      lines.add("and those of %d other recipes or events".formatted(more.intValue()));
    }
    return lines;
  }

  private static String named(String path, @Nullable Object label) {
    return label == null ? path : path + " (" + line(String.valueOf(label), LONGEST_NAME) + ")";
  }

  private static String outcome(Map<?, ?> failure) {
    Object outcome = failure.get("outcome");
    return "exited".equals(outcome)
        ? "exited with code " + failure.get("exitCode")
        : String.valueOf(outcome);
  }

  /** The whole message as JSON values. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("event", event);
    fields.put("channel", channel);
    fields.put("at", at.toString());
    if (!run.isEmpty()) {
      fields.put("run", run);
      fields.put("recipe", recipe);
    }
    fields.put("principal", principal);
    fields.putAll(facts);
    if (link != null) {
      fields.put("link", link);
    }
    return fields;
  }

  /**
   * Returns the beginning of a text as one line: without characters that begin another one, or that
   * turn the direction of what follows.
   */
  static String line(String text, int most) {
    String cut = text.codePointCount(0, text.length()) > most ? shortened(text, most) : text;
    return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]+", " ").strip();
  }

  private static String shortened(String text, int most) {
    return text.substring(0, text.offsetByCodePoints(0, most)) + "…";
  }
}
