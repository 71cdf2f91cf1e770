package dev.escarole.web.page.audit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit: calls of commands, or what people and programs did. Immutable.
 *
 * @param calls the calls; empty on the other tab
 * @param actions the actions; empty on the other tab
 * @param filter what was asked for
 * @param older the address of the next page; null if this is the last
 * @param error why the filter cannot be used; null if it can
 */
public record AuditView(
    Tab tab,
    List<Call> calls,
    List<Action> actions,
    Filter filter,
    @Nullable String older,
    @Nullable String error) {

  public AuditView {
    calls = List.copyOf(calls);
    actions = List.copyOf(actions);
  }

  /** What is listed. */
  public enum Tab {
    CALLS("/audit"),
    ACTIONS("/audit/actions");

    private final String address;

    Tab(String address) {
      this.address = address;
    }

    public String address() {
      return address;
    }
  }

  /**
   * What was asked for, as it was typed; empty texts stand for anything.
   *
   * @param name a command on the first tab, an action on the second
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

  /** Something that somebody did, or wanted to do. */
  public record Action(
      Instant at, String principal, String origin, String action, String target, String result) {

    public boolean done() {
      return result.equals("done");
    }
  }
}
