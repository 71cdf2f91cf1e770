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
            "NODE", "STATE", "VERSION", "SINCE", "RUNS", "QUEUED", "BUSY", "CLAIMS", "CLOCK");
    for (NodePicture node : found.nodes()) {
      NodeLoad load = node.load();
      columns.row(
          node.process(),
          node.alive() ? "alive" : "dead",
          node.version() == null ? "-" : node.version(),
          TextFormat.time(node.startedAt()),
          "" + node.runs(),
          "" + node.queued(),
          load == null ? "-" : load.busy() + "/" + load.workers(),
          load == null ? "-" : "" + load.claims(),
          load == null
              ? "-"
              : String.format(Locale.ROOT, "%+.3f s", load.clockAheadMillis() / 1e3));
    }
    columns.print(console);
    if (found.interrupted() > 0) {
      console.say(
          TextFormat.count(found.interrupted(), "interrupted run", "interrupted runs")
              + " without a living node");
    }
    found.problems().forEach(problem -> console.say("attention: " + TextFormat.plain(problem)));
  }
}
