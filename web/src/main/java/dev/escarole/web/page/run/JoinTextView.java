package dev.escarole.web.page.run;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The text that a join made of its branches for the next step. Immutable.
 *
 * @param text null while the join is not decided
 * @param proof in words, that the next step read exactly this text; empty if that is not known
 */
public record JoinTextView(RunTitle head, @Nullable TextView text, String proof) {

  static JoinTextView of(Visit visit, Node node) {
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.PART);
    OutputBytes bytes = node.state().isEnded() ? bytes(visit, node) : null;
    if (bytes == null) {
      return new JoinTextView(head, null, "");
    }
    String base = visit.record().address(node) + "/text";
    TextView view =
        TextView.of(
            visit.ctx(),
            new TextView.Stream("text", "Handed on", 0, bytes.size(), base, null),
            true,
            bytes);
    return new JoinTextView(head, view, proof(visit, node, bytes.sha256()));
  }

  private static @Nullable OutputBytes bytes(Visit visit, Node node) {
    try {
      return visit.escarole().joinText(new StepName(visit.record().id(), node.path()));
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.NO_SUCH_JOIN) {
        return null;
      }
      throw e;
    }
  }

  /** The hash of what the next step read is stored, and no other text has the same. */
  private static String proof(Visit visit, Node node, String sha256) {
    Node reader = reader(node);
    if (reader == null) {
      return Objects.equals(visit.record().timeline().resultSha256(), sha256)
          ? "Byte for byte the run's result, by its SHA-256."
          : "";
    }
    return sha256.equals(reader.step().inputSha256())
        ? "Byte for byte what step %s read, by its SHA-256.".formatted(reader.path())
        : "";
  }

  /** The first leaf that reads it; null if there is none. */
  private static @Nullable Node reader(Node node) {
    Node at = HandedOn.target(node);
    while (at != null && !at.isLeaf()) {
      boolean around = node.path().startsWith(at.path() + ".");
      at = around || at.children().isEmpty() ? null : at.children().get(0);
    }
    return at;
  }
}
