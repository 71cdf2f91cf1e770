package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogPart;
import dev.escarole.web.app.output.LogQuery;
import dev.escarole.web.app.output.Tail;
import dev.escarole.web.app.output.Tail.TailQuery;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.text.PrintedLine;
import dev.escarole.web.page.text.PrintedText;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page of the log of a run: what its commands printed, by the order in which they ended. Immutable.
 *
 * @param branch step that is wanted, as it was typed; empty for all
 * @param stream output that is wanted; empty for both
 * @param rows parts of outputs
 * @param running steps that are running, the first of them with what they have printed so far
 * @param others how many more are running
 * @param notice what is wrong with the filter; empty if nothing is
 * @param links addresses of other parts of the log
 */
public record LogView(
    RunTitle head,
    String branch,
    String stream,
    List<Row> rows,
    List<Running> running,
    int others,
    String notice,
    Links links) {

  /** Running commands that are followed on one page. */
  private static final int MOST_FOLLOWED = 3;

  /** Characters of their output that the page begins with. */
  private static final int MOST_CHARACTERS = 4_000;

  private static final int LONGEST_NAME = 60;

  /**
   * A part of an output.
   *
   * @param id of the element
   * @param address of the page of its step, at this place
   * @param stream {@code stdout} or {@code stderr}
   * @param how its command ended, in words
   * @param lines none if it is not text
   * @param binary what it is then, in words
   * @param download where the whole output can be had
   */
  public record Row(
      String id,
      String path,
      String name,
      String address,
      String stream,
      String how,
      boolean failed,
      Instant endedAt,
      List<PrintedLine> lines,
      String binary,
      String download) {}

  /**
   * A running command.
   *
   * @param tail what it has printed so far; null if another process carries it out
   */
  public record Running(String path, String name, String address, @Nullable TailText tail) {}

  /**
   * Other parts of the log.
   *
   * @param earlier null if nothing is before this part
   * @param later null if nothing is after it at present
   * @param end of what follows, also if nothing is there yet
   * @param follows whether the page shows the end of a run that goes on
   */
  public record Links(
      String start,
      @Nullable String earlier,
      @Nullable String later,
      String newest,
      String end,
      boolean follows) {}

  static LogView of(Visit visit) {
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.LOG);
    String branch = Pages.query(visit.ctx(), "branch");
    String stream = Pages.query(visit.ctx(), "stream");
    String at = Pages.query(visit.ctx(), "at");
    boolean over = head.may().over();
    boolean last = at.equals("end") || (at.isEmpty() && !over);
    String cursor = last || at.isEmpty() || at.equals("start") ? null : at;
    LogQuery query = LogQuery.of(head.record().id()).of(Pages.orNull(branch), Pages.orNull(stream));
    LogPage page;
    try {
      page = visit.escarole().log(last ? query.atEnd() : query.from(cursor));
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.NO_SUCH_STEP && e.code() != RefusalCode.AMBIGUOUS_STEP) {
        throw e;
      }
      String notice = Words.sentence(e.getMessage()) + " " + Words.sentence(e.hint());
      page = new LogPage(List.of(), true, null, "", null);
      return of(head, branch, stream, page, new Followed(List.of(), 0), notice, false);
    }
    Followed followed =
        Pages.isScripted(visit.ctx()) ? new Followed(List.of(), 0) : followed(visit, branch);
    return of(head, branch, stream, page, followed, "", last && !page.over());
  }

  private static LogView of(
      RunTitle head,
      String branch,
      String stream,
      LogPage page,
      Followed followed,
      String notice,
      boolean follows) {
    String log = head.address() + "/log";
    Links links =
        new Links(
            address(log, branch, stream, "start"),
            page.previous() == null ? null : address(log, branch, stream, page.previous()),
            page.next() == null ? null : address(log, branch, stream, page.next()),
            address(log, branch, stream, "end"),
            address(log, branch, stream, page.end()),
            follows);
    List<Row> rows = page.parts().stream().map(part -> row(head, part)).toList();
    return new LogView(
        head, branch, stream, rows, followed.shown(), followed.others(), notice, links);
  }

  private static String address(String log, String branch, String stream, String at) {
    return new Address(log).with("branch", branch).with("stream", stream).with("at", at).toString();
  }

  private static Row row(RunTitle head, LogPart part) {
    String step = head.address() + "/steps/" + part.path();
    String label = part.label();
    String text = part.text();
    String address =
        new Address(step)
                .with("attempt", "" + part.attempt())
                .with("stream", part.stream())
                .with("wrap", "1")
                .with("from", "" + part.from())
            + "#stream-"
            + part.stream();
    return new Row(
        "log-%s-%d-%s-%d".formatted(part.path(), part.attempt(), part.stream(), part.from()),
        part.path(),
        Words.brief(label == null || label.isEmpty() ? part.command() : label, LONGEST_NAME),
        address,
        part.stream(),
        how(part),
        !part.outcome().equals("exited") || part.exitCode() != 0,
        part.endedAt(),
        text == null ? List.of() : PrintedText.lines(text, false, 0, null, -1),
        text == null ? "not text, " + Words.bytes(part.to() - part.from()) : "",
        step + "/" + part.attempt() + "/" + part.stream());
  }

  private static String how(LogPart part) {
    String outcome = StepsPage.outcome(part.outcome(), part.exitCode());
    String again = part.attempt() > 1 ? ", attempt " + part.attempt() : "";
    return outcome + again + (part.reused() ? ", reused" : part.cached() ? ", cached" : "");
  }

  private record Followed(List<Running> shown, int others) {}

  /** The commands that run now, in the wanted step. */
  private static Followed followed(Visit visit, String branch) {
    RunRecord record = visit.record();
    if (record.isOver()) {
      return new Followed(List.of(), 0);
    }
    String within = place(record, branch);
    List<Node> running =
        record.nodes().stream()
            .filter(node -> node.isLeaf() && node.state() == StepState.RUNNING)
            .filter(node -> within.isEmpty() || (node.path() + ".").startsWith(within + "."))
            .toList();
    List<Running> shown = new ArrayList<>();
    for (Node node : running.subList(0, Math.min(MOST_FOLLOWED, running.size()))) {
      Tail read = visit.escarole().tail(new TailQuery(record.id(), node.path(), 0, 0, 0));
      Tail.Running now = read.running();
      String address = record.address(node);
      TailText tail = now == null ? null : TailText.of(now, address + "/tail");
      shown.add(
          new Running(
              node.path(),
              Words.brief(node.name(), LONGEST_NAME),
              address,
              tail == null ? null : tail.shortened(MOST_CHARACTERS)));
    }
    return new Followed(shown, running.size() - shown.size());
  }

  /** The path of a step that is named by its path or a label; the verb has found it, too. */
  private static String place(RunRecord record, String branch) {
    if (branch.isEmpty() || record.node(branch).isPresent()) {
      return branch;
    }
    return record.nodes().stream()
        .filter(node -> branch.equals(node.picture().label()))
        .findFirst()
        .map(Node::path)
        .orElse(branch);
  }
}
