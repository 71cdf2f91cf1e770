package dev.escarole.engine.rehearsal;

import dev.escarole.engine.run.Join;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The facts of a join that a test can ask for. */
final class JoinFacts {

  /** What stands for the verdict of a join without a quorum. */
  static final String NONE = "none";

  private static final Map<String, Function<Join, Object>> FACTS = facts();

  private JoinFacts() {}

  private static Map<String, Function<Join, Object>> facts() {
    Map<String, Function<Join, Object>> facts = new LinkedHashMap<>();
    facts.put("usable", Join::usable);
    facts.put("degraded", Join::degraded);
    facts.put("verdict", JoinFacts::verdict);
    facts.put("branches", Join::expected);
    facts.put("done", Join::done);
    facts.put("failed", Join::failed);
    facts.put("skipped", Join::skipped);
    facts.put("usable_branches", Join::usableBranches);
    return facts;
  }

  private static Object verdict(Join join) {
    Join.Verdict verdict = join.verdict();
    return verdict == null ? NONE : verdict.word();
  }

  /** Their names. */
  static Collection<String> names() {
    return FACTS.keySet();
  }

  /** A fact of a join. */
  static Object of(String name, Join join) {
    return Objects.requireNonNull(FACTS.get(name)).apply(join);
  }
}
