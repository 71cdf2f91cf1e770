package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.http.HttpCapability;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.recipe.http.HttpRule;
import dev.escarole.web.app.recipe.PlanDocument.HttpAccess;
import dev.escarole.web.app.run.RunPicture.HttpUse;
import dev.escarole.web.app.run.RunPicture.OriginUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the documents that show HTTP requests. */
final class HttpUses {

  private static final int MOST_READ = 10_000;

  /** The beginning of the detail of a request in the audit. */
  private static final Pattern PLACE = Pattern.compile("[A-Z]+ (https?://[^/ ]+)/");

  private HttpUses() {}

  static List<HttpAccess> access(List<HttpRule> rules) {
    return rules.stream()
        .map(each -> new HttpAccess(each.origin(), each.paths(), each.methods()))
        .toList();
  }

  /** Returns the requests of a run; null if its recipe asks for none. */
  static @Nullable HttpUse of(Engine engine, RunId run, List<HttpRule> rules) {
    if (rules.isEmpty()) {
      return null;
    }
    AuditQuery query =
        AuditQuery.latest(MOST_READ)
            .withFilter(
                new AuditQuery.Filter(null, HttpCapability.AUDITED, null, null, run.value()));
    Map<String, List<Outcome>> byOrigin = new TreeMap<>();
    for (StoredAudit each : engine.audit().calls(query)) {
      Outcome outcome = each.entry().outcome();
      Matcher place = PLACE.matcher(outcome.detail());
      String origin = place.lookingAt() ? place.group(1) : "";
      byOrigin.computeIfAbsent(origin, unused -> new ArrayList<>()).add(outcome);
    }
    List<OriginUse> origins = new ArrayList<>();
    byOrigin.forEach((origin, outcomes) -> origins.add(use(origin, outcomes)));
    return new HttpUse(access(rules), origins);
  }

  /**
   * @param outcomes newest first
   */
  private static OriginUse use(String origin, List<Outcome> outcomes) {
    int answered = (int) outcomes.stream().filter(Outcome::isSuccess).count();
    int denied = (int) outcomes.stream().filter(HttpUses::isDenied).count();
    String problem =
        outcomes.stream()
            .filter(each -> !each.isSuccess())
            .map(Outcome::detail)
            .findFirst()
            .orElse(null);
    return new OriginUse(origin, answered, outcomes.size() - answered - denied, denied, problem);
  }

  private static boolean isDenied(Outcome outcome) {
    return outcome.kind() == Outcome.Kind.HTTP_DENIED;
  }
}
