package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.node.EngineNode;
import dev.escarole.engine.node.EngineNode.NodeList;
import dev.escarole.engine.node.NodeReport;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.web.app.system.NodesPicture;
import dev.escarole.web.app.system.NodesPicture.NodeLoad;
import dev.escarole.web.app.system.NodesPicture.NodePicture;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Reads which nodes use the database of an engine. */
final class NodeReading {

  private static final long WARNED_SKEW_MILLIS = 1_000;

  private NodeReading() {}

  static NodesPicture of(Engine engine) {
    NodeList found;
    try {
      found = engine.housekeeping().nodes();
    } catch (StoreException e) {
      return new NodesPicture(
          false, 0, 0, List.of("The nodes are not known: " + e.getMessage()), List.of());
    }
    List<NodePicture> nodes = found.nodes().stream().map(NodeReading::node).toList();
    return new NodesPicture(
        found.shared(), found.interrupted(), found.unclaimed(), problems(nodes), nodes);
  }

  private static NodePicture node(EngineNode node) {
    NodeReport report = node.report();
    return new NodePicture(
        node.name(),
        node.own(),
        node.alive(),
        report == null ? null : report.version(),
        node.startedAt(),
        node.seenAt(),
        node.running(),
        node.queued(),
        node.labels(),
        report == null
            ? null
            : new NodeLoad(
                report.work().workers(),
                node.alive() ? report.work().busy() : 0,
                report.clockAheadMillis(),
                node.alive() ? report.claims() : 0,
                report.work().capacity(),
                node.alive() ? report.spread().elsewhere() : 0,
                report.spread().forOthers()),
        report == null || !node.alive() ? null : report.refusal());
  }

  private static List<String> problems(List<NodePicture> nodes) {
    List<String> problems = new ArrayList<>();
    TreeSet<String> versions = new TreeSet<>();
    for (NodePicture node : nodes) {
      if (!node.alive()) {
        continue;
      }
      NodeLoad load = node.load();
      if (node.version() != null) {
        versions.add(node.version());
      }
      if (node.refusal() != null) {
        problems.add(node.process() + ": " + node.refusal());
      } else if (load != null && Math.abs(load.clockAheadMillis()) > WARNED_SKEW_MILLIS) {
        problems.add(
            "%s: The clock of this node is %.1f s %s that of the database. Synchronise the clocks."
                .formatted(
                    node.process(),
                    Math.abs(load.clockAheadMillis()) / 1e3,
                    load.clockAheadMillis() < 0 ? "behind" : "ahead of"));
      }
    }
    if (versions.size() > 1) {
      problems.add(
          "The nodes have different versions: %s. Upgrade the older ones."
              .formatted(String.join(", ", versions)));
    }
    return problems;
  }
}
