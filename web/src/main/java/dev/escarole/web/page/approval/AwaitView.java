package dev.escarole.web.page.approval;

import dev.escarole.web.app.approval.AwaitPicture;

/**
 * A step that waits, or waited, as pages show it.
 *
 * @param decides whether the caller may decide about it
 * @param back where a form leads to when it was carried out
 */
public record AwaitView(AwaitPicture await, boolean decides, String back) {

  /** A name for the elements of the page. */
  public String id() {
    return "await-" + await.run() + "-" + await.path().replace('.', '-') + "-" + await.attempt();
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
