package dev.escarole.web.page.run;

import dev.escarole.web.app.run.RunTimeline;
import dev.escarole.web.app.run.RunTimeline.Period;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lays a run out as lanes on a time axis. Used once, by one thread. */
public final class Lanes {

  private static final int LONGEST_NAME = 60;

  /** The length of the axis, in per mille. */
  private static final double WHOLE = 1000;

  /** What is shorter is drawn this long, so that it can be seen. */
  private static final double SHORTEST = 2;

  private final RunRecord record;
  private final Toggles toggles;
  private final Instant start;
  private final Instant until;
  private final long millis;
  private final List<Lane> lanes = new ArrayList<>();
  private boolean folded;

  /**
   * Content of the page.
   *
   * @param lanes from top to bottom
   * @param folded whether something is shown as one that is many
   */
  public record View(RunTitle head, List<Tick> ticks, List<Lane> lanes, boolean folded) {}

  /**
   * A lane: a step, or several equal ones.
   *
   * @param depth how deep it is nested, from 0
   * @param key identifies the lane as long as it shows the same steps
   * @param address of its page; null for several
   * @param state the word of the state that it is in, or that all of them are in
   * @param note what it is, such as {@code parallel} or {@code try 2}, and how long it waited for a
   *     worker; may be empty
   * @param toggle the address that opens or closes it; null if it has no children
   * @param bar the states of the leaves in a closed group; null for other lanes
   */
  public record Lane(
      int depth,
      String key,
      String name,
      @Nullable String address,
      String state,
      String note,
      @Nullable String toggle,
      boolean open,
      @Nullable Bar bar,
      List<Segment> segments) {
    /** What its segments show, in words; empty if it has none. */
    public String words() {
      return segments.stream().map(Segment::title).collect(Collectors.joining("; "));
    }
  }

  /**
   * A segment of the axis.
   *
   * @param word the state that it shows
   * @param x where it begins, such as {@code 12.5%} of the axis
   * @param width how long it is, likewise
   * @param title what it shows, in words
   * @param open whether it has not ended
   */
  public record Segment(String word, String x, String width, String title, boolean open) {}

  /**
   * A mark on the axis.
   *
   * @param x where it stands, such as {@code 12.5%} of the axis
   * @param label the time since the axis begins
   */
  public record Tick(String x, String label) {}

  private Lanes(RunRecord record, Toggles toggles) {
    this.record = record;
    this.toggles = toggles;
    this.start = record.head().startedAt();
    this.until = record.timeline().until();
    this.millis = Math.max(1, Duration.between(start, until).toMillis());
  }

  static View of(Visit visit) {
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.LANES);
    Toggles toggles =
        Toggles.of(visit.ctx(), head.address() + "/lanes", Folding.Room.LANES.toggles());
    Lanes lanes = new Lanes(visit.record(), toggles);
    lanes.add(Folding.of(visit.record(), toggles), 0);
    return new View(head, lanes.ticks(), lanes.lanes, lanes.folded);
  }

  private void add(Folded part, int depth) {
    lanes.add(part.isMany() ? many(part, depth) : one(part, depth));
    part.children().forEach(child -> add(child, depth + 1));
  }

  private Lane one(Folded part, int depth) {
    Node node = part.first();
    boolean closedGroup = !node.children().isEmpty() && !part.open();
    folded |= closedGroup;
    return new Lane(
        depth,
        part.key(),
        Words.brief(node.name(), LONGEST_NAME),
        record.address(node),
        node.status(),
        note(node),
        toggle(part),
        part.open(),
        closedGroup ? StateTally.inside(node).bar() : null,
        node.step().periods().stream().map(this::segment).toList());
  }

  private Lane many(Folded part, int depth) {
    folded = true;
    return new Lane(
        depth,
        part.key(),
        part.title(LONGEST_NAME),
        null,
        part.status(),
        joined(
            part.kind() == Folded.Kind.ALIKE ? "alike" : "", WaitWords.note(part.members(), until)),
        toggle(part),
        part.open(),
        null,
        together(part));
  }

  private @Nullable String toggle(Folded part) {
    return part.canOpen() ? toggles.toggled(part.key()) : null;
  }

  private static String note(Node node) {
    return joined(kind(node), WaitWords.note(node.step()));
  }

  private static String joined(String first, String second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + ", " + second;
  }

  private static String kind(Node node) {
    int tries = node.step().attempts();
    if (tries > 1) {
      return tries + " tries";
    }
    String kind = node.isRecovery() ? "recovery" : node.picture().kind();
    boolean plain = node.isLeaf() && !node.isRecovery();
    return plain || kind.equals(node.name()) ? "" : kind;
  }

  /** One segment for several steps: from when the first began until the last ended. */
  private List<Segment> together(Folded part) {
    List<Node> nodes = part.members();
    Instant first = null;
    Instant last = start;
    boolean open = false;
    for (Node node : nodes) {
      Instant began = node.picture().startedAt();
      if (began != null) {
        first = first == null || began.isBefore(first) ? began : first;
        Instant end = node.step().endedAt().orElse(until);
        open |= node.step().endedAt().isEmpty();
        last = end.isAfter(last) ? end : last;
      }
    }
    return first == null
        ? List.of()
        : List.of(segment(part.status(), first, last, nodes.size() + " ", open));
  }

  private Segment segment(Period period) {
    Integer attempt = period.attempt();
    Instant end = period.to();
    String what = attempt == null ? "" : "try " + attempt + ": ";
    return segment(period.state(), period.from(), end == null ? until : end, what, end == null);
  }

  private Segment segment(String word, Instant from, Instant to, String what, boolean open) {
    double x = Math.min(WHOLE - SHORTEST, place(from));
    double width = Math.max(SHORTEST, Math.min(WHOLE, place(to)) - x);
    String told = word.equals(RunTimeline.READY) ? "waits for a worker" : word;
    String title =
        "%s%s, %s from %s"
            .formatted(
                what,
                told,
                Words.duration(Words.millis(from, to)),
                Words.duration(Math.max(0, Duration.between(start, from).toMillis())));
    return new Segment(word, percent(x), percent(width), title, open);
  }

  private double place(Instant at) {
    return Math.max(0, WHOLE * Duration.between(start, at).toMillis() / millis);
  }

  private static String percent(double perMille) {
    return String.format(Locale.ROOT, "%.2f%%", perMille / 10);
  }

  private List<Tick> ticks() {
    long step = 1;
    long[] factors = {2, 5, 10};
    long unit = 1;
    for (int i = 0; millis / step > 6; i++) {
      step = unit * factors[i % factors.length];
      unit = i % factors.length == factors.length - 1 ? step : unit;
    }
    List<Tick> ticks = new ArrayList<>();
    for (long at = 0; at <= millis - step / 3; at += step) {
      ticks.add(new Tick(percent(WHOLE * at / millis), at == 0 ? "0" : Words.duration(at)));
    }
    return ticks;
  }
}
