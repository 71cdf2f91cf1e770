package dev.escarole.web.page.audit;

import dev.escarole.web.app.audit.ActionPicture;
import dev.escarole.web.app.audit.LinePicture;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit: calls of commands, lines of agents, or actions. Immutable.
 *
 * @param older the address of the next page; null if this is the last
 * @param error why the filter is invalid; null if it is valid
 */
public record AuditView(
    Tab tab, Rows rows, Filter filter, @Nullable String older, @Nullable String error) {

  /** The rows of one tab; the lists of other tabs are empty. */
  public record Rows(List<Call> calls, List<Line> lines, List<ActionPicture> actions) {

    static final Rows NONE = new Rows(List.of(), List.of(), List.of());

    public Rows {
      calls = List.copyOf(calls);
      lines = List.copyOf(lines);
      actions = List.copyOf(actions);
    }

    static Rows calls(List<Call> calls) {
      return new Rows(calls, List.of(), List.of());
    }

    static Rows lines(List<Line> lines) {
      return new Rows(List.of(), lines, List.of());
    }

    static Rows actions(List<ActionPicture> actions) {
      return new Rows(List.of(), List.of(), actions);
    }

    public boolean isEmpty() {
      return calls.isEmpty() && lines.isEmpty() && actions.isEmpty();
    }
  }

  /** The lists. */
  public enum Tab {
    CALLS("/audit", "No command has been called yet."),
    LINES("/audit/lines", "No agent has sent a line yet."),
    ACTIONS("/audit/actions", "No actions through the server yet.");

    private final String address;
    private final String nothing;

    Tab(String address, String nothing) {
      this.address = address;
      this.nothing = nothing;
    }

    /** The text of an empty list. */
    public String nothing() {
      return nothing;
    }

    public String address() {
      return address;
    }
  }

  /**
   * The filter as it was typed; empty texts match everything.
   *
   * @param name a command, on the last tab an action
   * @param firstPage whether it begins with the newest
   */
  public record Filter(
      String principal,
      String name,
      String since,
      String until,
      boolean denied,
      boolean firstPage) {

    /** Whether it leaves anything out. */
    public boolean narrows() {
      return denied || !(principal + name + since + until).isEmpty();
    }
  }

  /** A call of a command. */
  public record Call(
      Instant at,
      String principal,
      String command,
      String outcome,
      boolean denied,
      boolean good,
      String detail,
      String took,
      String fuel,
      String artifact,
      @Nullable String run,
      @Nullable String step) {}

  /**
   * A line of an agent.
   *
   * @param result {@code answered}, or the code of the error
   */
  public record Line(LinePicture line, String result, String took) {}
}
