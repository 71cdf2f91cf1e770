package dev.escarole.web.cli.system;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.NodesPicture;
import dev.escarole.web.app.system.NodesPicture.NodeLoad;
import dev.escarole.web.app.system.NodesPicture.NodePicture;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Lists the nodes that use the database. */
@Command(
    name = "nodes",
    description =
        "Lists the nodes that use the database: the servers and other processes that run recipes.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole nodes", "  escarole nodes --db postgresql://user@host/name --json"})
public final class NodesCommand extends AskingCommand<NodesPicture> {

  @Override
  protected NodesPicture ask(Escarole escarole) {
    return escarole.nodes(NoInput.NONE);
  }

  @Override
  protected void show(NodesPicture found, Reach reach) {
    if (found.nodes().isEmpty() && found.problems().isEmpty()) {
      console.say("no node uses " + reach.inWords() + " at the moment");
    }
    Columns columns =
        new Columns(
            "NODE",
            "STATE",
            "VERSION",
            "SINCE",
            "RUNS",
            "QUEUED",
            "BUSY",
            "ELSEWHERE",
            "FOR OTHERS",
            "CLAIMS",
            "CLOCK",
            "LABELS");
    for (NodePicture node : found.nodes()) {
      NodeLoad load = node.load();
      columns.row(
          node.process(),
          node.alive() ? "alive" : "dead",
          node.version() == null ? "-" : node.version(),
          TextFormat.time(node.startedAt()),
          runs(node),
          "" + node.queued(),
          load == null ? "-" : load.busy() + "/" + load.workers(),
          load == null ? "-" : "" + load.elsewhere(),
          load == null ? "-" : "" + load.forOthers(),
          load == null ? "-" : "" + load.claims(),
          load == null ? "-" : String.format(Locale.ROOT, "%+.3f s", load.clockAheadMillis() / 1e3),
          node.labels().isEmpty() ? "-" : TextFormat.plain(String.join(",", node.labels())));
    }
    columns.print(console);
    if (found.interrupted() > 0) {
      console.say(
          TextFormat.count(found.interrupted(), "interrupted run", "interrupted runs")
              + " without a living node");
    }
    if (found.unclaimed() > 0) {
      console.say(
          TextFormat.count(found.unclaimed(), "run waits", "runs wait")
              + " for a node that has room");
    }
    found.problems().forEach(problem -> console.say("attention: " + TextFormat.plain(problem)));
  }

  /** How many there are, and how many there may be. */
  private static String runs(NodePicture node) {
    NodeLoad load = node.load();
    return load == null || load.capacity() == 0
        ? "" + node.runs()
        : node.runs() + "/" + load.capacity();
  }
}
