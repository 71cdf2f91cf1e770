package dev.escarole.web.cli.serve;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.node.NodeOptions;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which launched runs a server starts, where several use one database. */
final class NodeOption {

  @Option(
      names = "--capacity",
      paramLabel = "N",
      description =
          "Runs under way at once; what is launched beyond them waits for this or another node."
              + " Default: 4 for each worker and at least 16 on PostgreSQL, or else any number.")
  private @Nullable Integer capacity;

  @Option(
      names = "--node-label",
      paramLabel = "LABEL",
      description =
          "Runs recipes that need a node with this label ('launch: {node: LABEL}'), too; may be"
              + " repeated.")
  private List<String> labels = new ArrayList<>();

  /**
   * The options of the engine with these.
   *
   * @throws UsageException if one cannot be used
   */
  EngineOptions applied(EngineOptions options) {
    NodeOptions node;
    try {
      node = NodeOptions.DEFAULT.withLabels(new HashSet<>(labels));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-node-label", String.valueOf(e.getMessage()), "Write for example --node-label gpu.");
    }
    if (capacity == null) {
      return options.withNode(node);
    }
    if (capacity < 1 || capacity > NodeOptions.MOST) {
      throw new UsageException(
          "bad-capacity",
          "--capacity must be from 1 to %,d".formatted(NodeOptions.MOST),
          "Write for example --capacity 64.");
    }
    return options.withNode(node.withCapacity(capacity));
  }

  /** Says which of these have no effect while another process has the data directory open. */
  void warnUnused(Console console) {
    List<String> given = new ArrayList<>();
    if (capacity != null) {
      given.add("--capacity");
    }
    if (!labels.isEmpty()) {
      given.add("--node-label");
    }
    if (!given.isEmpty()) {
      console.say(
          "warning: until then, %s %s no effect: the other process runs everything"
              .formatted(String.join(" and ", given), given.size() == 1 ? "has" : "have"));
    }
  }
}
