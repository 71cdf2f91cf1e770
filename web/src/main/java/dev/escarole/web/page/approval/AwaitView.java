package dev.escarole.web.page.approval;

import dev.escarole.web.app.approval.AwaitPicture;

/**
 * A step that waits, or waited, as pages show it.
 *
 * @param decides whether the caller may decide about it, and has not yet
 * @param back where a form leads to when it was carried out
 */
public record AwaitView(AwaitPicture await, boolean decides, String back) {

  /** What one who may decide, or not, sees of it; nobody decides twice. */
  static AwaitView of(AwaitPicture await, Decider decider, String back) {
    boolean decided =
        await.decisions().stream().anyMatch(each -> each.principal().equals(decider.name()));
    return new AwaitView(await, decider.may() && !decided, back);
  }

  /**
   * The sender of a request.
   *
   * @param may whether the role and the policy let them decide
   */
  record Decider(String name, boolean may) {}

  /** A name for the elements of the page. */
  public String id() {
    return "await-" + await.run() + "-" + await.path().replace('.', '-') + "-" + await.attempt();
  }

  /** Whether it is of the step at this path. */
  public boolean isOf(String path) {
    return await.path().equals(path);
  }

  /** The address of the step. */
  public String step() {
    return "/runs/" + await.run() + "/steps/" + await.path();
  }

  /** The beginning of the input; empty if it is not shown. */
  public String input() {
    return await.input() == null ? "" : await.input();
  }

  /** How many have approved of how many; empty if one is enough. */
  public String progress() {
    return await.needed() > 1
        ? "%d of %d have approved".formatted(await.approved(), await.needed())
        : "";
  }
}
