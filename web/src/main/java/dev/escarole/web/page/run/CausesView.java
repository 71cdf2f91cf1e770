package dev.escarole.web.page.run;

import dev.escarole.web.app.run.Cause;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why steps failed, as a list.
 *
 * @param rows the most frequent cause first
 * @param more how many causes are left out
 * @param all words for a link to all failures; empty if there is none
 */
public record CausesView(RunTitle head, List<Row> rows, int more, String all) {

  private static final int MOST = 10;

  public CausesView {
    rows = List.copyOf(rows);
  }

  /**
   * A cause.
   *
   * @param count such as {@code 20 ×}
   * @param words common to its failures
   * @param address of a list of just these failures
   * @param error the first error line of the first of them; empty if the words say as much
   * @param first path of that one
   * @param rerun words of the button that reruns them; null if there is none
   */
  public record Row(
      String key,
      String count,
      String words,
      String address,
      String error,
      String first,
      @Nullable String rerun) {}

  /** The causes of a run's failures. */
  static CausesView of(RunTitle head) {
    RunRecord record = head.record();
    List<Cause> causes = record.timeline().causes();
    int failures = record.failures();
    return new CausesView(
        head,
        causes.stream()
            .limit(MOST)
            .map(cause -> row(head, cause, cause.count(), head.address() + "/steps"))
            .toList(),
        Math.max(0, record.causeCount(record.root()) - MOST),
        failures < 2 ? "" : "All " + Words.number(failures) + " failures");
  }

  /** The causes of the failures in one step, which filter the list at that address. */
  static CausesView in(RunTitle head, Node node, String address) {
    RunRecord record = head.record();
    List<Row> rows =
        record.causesIn(node).entrySet().stream()
            .flatMap(
                each ->
                    record.cause(each.getKey()).stream()
                        .map(cause -> row(head, cause, each.getValue(), address)))
            .limit(MOST)
            .toList();
    return new CausesView(head, rows, record.causeCount(node) - rows.size(), "");
  }

  /**
   * @param here how many of its failures are in the step that is shown
   */
  static Row row(RunTitle head, Cause cause, int here, String address) {
    boolean rerun = head.may().operate() && head.may().over();
    boolean same = cause.error().isEmpty() || cause.error().equals(cause.words());
    return new Row(
        cause.key(),
        Words.number(here) + " ×",
        cause.words(),
        address + "?cause=" + cause.key(),
        same ? "" : Words.brief(cause.error(), 200),
        cause.path(),
        rerun
            ? "Rerun " + (here < cause.count() ? "all " : "") + Words.number(cause.count())
            : null);
  }
}
