package dev.escarole.engine.rehearsal;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafResult;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Plays the leaves of one test. */
final class PlayedLeaves implements Script {

  private static final int UNANSWERED = 127;

  private final @Nullable Answer otherwise;
  private final TestSandbox sandbox;
  private final List<Mismatch> found;
  private final Map<Integer, List<Answer>> answers = new HashMap<>();

  /** Attempts of each step that were played. */
  private final Map<Integer, Integer> played = new HashMap<>();

  private final TreeSet<Integer> unanswered = new TreeSet<>();

  /**
   * @param written what the attempts of steps do, by the names of the steps
   * @param otherwise what every other attempt does; null if there must not be any
   * @param sandbox runs commands for which the test asks for that
   * @param found receives what is wrong with the answers
   */
  PlayedLeaves(
      Map<String, List<Answer>> written,
      @Nullable Answer otherwise,
      NamedSteps names,
      TestSandbox sandbox,
      List<Mismatch> found) {
    this.otherwise = otherwise;
    this.sandbox = sandbox;
    this.found = found;
    Map<String, List<Answer>> ordered = new LinkedHashMap<>();
    written.keySet().stream()
        .sorted(Comparator.comparingInt(names::rank))
        .forEach(name -> ordered.put(name, written.get(name)));
    ordered.forEach((name, each) -> assign(name, each, names));
  }

  private void assign(String name, List<Answer> given, NamedSteps names) {
    List<Step> steps = names.find(name).stream().filter(LeafStep.class::isInstance).toList();
    if (steps.isEmpty()) {
      found.add(names.unknown("answers", name));
    }
    steps.forEach(step -> answers.putIfAbsent(step.index(), given));
  }

  @Override
  public Played play(LeafStep leaf, int attempt, Content stdin) {
    int index = played.merge(leaf.index(), 1, Integer::sum) - 1;
    List<Answer> own = answers.get(leaf.index());
    Answer answer = own == null ? otherwise : own.get(Math.min(index, own.size() - 1));
    boolean nobodyThere = answer != null && answer.way() == Answer.Way.RUN && leaf.awaits() != null;
    if (answer == null || nobodyThere) {
      return unanswered(leaf);
    }
    return switch (answer.way()) {
      case WRITTEN -> new Played(answer.result(), answer.millis());
      case PASS ->
          new Played(
              new LeafResult(Outcome.exited(0), stdin, Content.EMPTY, /* fuelUsed= */ 0),
              answer.millis());
      case RUN -> {
        Played real = sandbox.run(leaf, stdin);
        yield new Played(real.result(), real.millis() + answer.millis());
      }
    };
  }

  private Played unanswered(LeafStep leaf) {
    if (unanswered.add(leaf.index())) {
      found.add(
          new Mismatch(
              NamedSteps.of(leaf),
              "an answer for it under 'answers', or 'otherwise' for all that have none",
              "it runs, and the test does not say what it does"));
    }
    String detail = "the test has no answer for it";
    LeafResult failed =
        new LeafResult(Outcome.exited(UNANSWERED), Content.EMPTY, Content.of(detail), 0);
    return new Played(failed, 0);
  }
}
