package dev.escarole.web.page.run;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredAttempt;
import io.javalin.http.Context;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the part of a join's page that shows what the next step received. Used once. */
final class JoinTextPage {

  private final JoinTexts texts;
  private final RunRecord record;
  private final Node node;

  JoinTextPage(JoinTexts texts, RunRecord record, Node node) {
    this.texts = texts;
    this.record = record;
    this.node = node;
  }

  JoinTextView view(Context ctx, RunTitle head) {
    RunId run = record.run().id();
    if (!node.state().isEnded()) {
      return new JoinTextView(head, null, "");
    }
    Content content = texts.text(run, node).orElse(null);
    if (content == null) {
      return new JoinTextView(head, null, "");
    }
    String base = "/runs/" + run + "/joins/" + node.path() + "/text";
    TextView view =
        new TextViews(ctx, base)
            .view(
                new TextViews.Stream("text", "Handed on", 0, ByteSource.of(content.bytes()), null));
    return new JoinTextView(head, view, proof(content));
  }

  /** Whoever read the text has left its hash on record, which nobody could have worked out. */
  private String proof(Content content) {
    Node reader = reader(Flow.target(node));
    if (reader == null) {
      return Objects.equals(record.run().stdoutSha256(), content.sha256())
          ? "Byte for byte the run's result, by its SHA-256."
          : "";
    }
    List<StoredAttempt> attempts = reader.attempts();
    boolean same =
        attempts.stream().anyMatch(each -> each.stdin().sha256().equals(content.sha256()));
    return same ? "Byte for byte what step %s read, by its SHA-256.".formatted(reader.path()) : "";
  }

  /** The first leaf that reads it, if there is one. */
  private @Nullable Node reader(@Nullable Node target) {
    Node at = target;
    while (at != null && !at.isLeaf()) {
      boolean around = node.path().startsWith(at.path() + ".");
      at = around || at.children().isEmpty() ? null : at.children().get(0);
    }
    return at;
  }
}
