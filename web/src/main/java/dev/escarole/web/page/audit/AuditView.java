package dev.escarole.web.page.audit;

import dev.escarole.engine.store.audit.LineEntry;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit: calls of commands, lines of agents, or what people and programs did.
 * Immutable.
 *
 * @param rows what is listed
 * @param filter what was asked for
 * @param older the address of the next page; null if this is the last
 * @param error why the filter cannot be used; null if it can
 */
public record AuditView(
    Tab tab, Rows rows, Filter filter, @Nullable String older, @Nullable String error) {

  /** What is listed; the lists of other tabs are empty. */
  public record Rows(List<Call> calls, List<Line> lines, List<Action> actions) {

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

    static Rows actions(List<Action> actions) {
      return new Rows(List.of(), List.of(), actions);
    }

    public boolean isEmpty() {
      return calls.isEmpty() && lines.isEmpty() && actions.isEmpty();
    }
  }

  /** What is listed. */
  public enum Tab {
    CALLS("/audit", "No command has been called yet."),
    LINES("/audit/lines", "No agent has sent a line yet."),
    ACTIONS("/audit/actions", "Nobody has done anything through the server yet.");

    private final String address;
    private final String nothing;

    Tab(String address, String nothing) {
      this.address = address;
      this.nothing = nothing;
    }

    /** What the page says when there is nothing at all. */
    public String nothing() {
      return nothing;
    }

    public String address() {
      return address;
    }
  }

  /**
   * What was asked for, as it was typed; empty texts stand for anything.
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

    /** Whether anything is left out because of it. */
    public boolean narrows() {
      return denied || !(principal + name + since + until).isEmpty();
    }
  }

  /** A call of a command, refused or run. */
  public record Call(
      Instant at,
      String principal,
      String command,
      String outcome,
      boolean denied,
      boolean good,
      int exitCode,
      String detail,
      String took,
      String fuel,
      String artifact,
      @Nullable String run,
      @Nullable String step) {}

  /**
   * A line of an agent, refused or carried out.
   *
   * @param result {@code answered}, or the code of the error
   */
  public record Line(LineEntry entry, String result, boolean good, String took) {}

  /** Something that somebody did, or wanted to do. */
  public record Action(
      Instant at, String principal, String origin, String action, String target, String result) {

    public boolean done() {
      return result.equals("done");
    }
  }
}
