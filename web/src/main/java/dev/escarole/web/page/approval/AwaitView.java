package dev.escarole.web.page.approval;

import dev.escarole.engine.plan.PlainText;
import dev.escarole.web.app.approval.AwaitPicture;
import java.util.stream.Collectors;

/**
 * A step that waits, or waited, as pages show it.
 *
 * @param whyNot why the caller cannot decide about it; empty if they can
 * @param back where a form leads to when it was carried out
 */
public record AwaitView(AwaitPicture await, String whyNot, String back) {

  /** What one who may decide, or not, sees of it; nobody decides twice. */
  static AwaitView of(AwaitPicture await, Decider decider, String back) {
    boolean decided =
        await.decisions().stream().anyMatch(each -> each.principal().equals(decider.name()));
    return new AwaitView(await, decided ? "You have decided." : decider.whyNot(), back);
  }

  /** Whether the caller can decide about it. */
  public boolean decides() {
    return whyNot.isEmpty();
  }

  /**
   * The sender of a request.
   *
   * @param whyNot why the role or the policy does not let them decide; empty if both do
   */
  record Decider(String name, String whyNot) {}

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

  /** What the recipe shows to those who decide. */
  public String shown() {
    return visible(await.show());
  }

  /** The beginning of the input; empty if it is not shown. */
  public String input() {
    return await.input() == null ? "" : visible(await.input());
  }

  /**
   * The lines of a text that commands may have written, with everything hidden in it made visible:
   * nobody decides about something else than what they see.
   */
  public static String visible(String text) {
    return text.lines().map(PlainText::line).collect(Collectors.joining("\n"));
  }

  /** How many have approved of how many; empty if one is enough. */
  public String progress() {
    return await.needed() > 1
        ? "%d of %d have approved".formatted(await.approved(), await.needed())
        : "";
  }
}
