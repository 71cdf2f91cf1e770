package dev.escarole.web.app;

import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.NodesPicture;
import java.util.Set;

/** The verb of the nodes that use a database. */
public final class NodeVerbs {

  public static final Verb<NoInput, NodesPicture> NODES =
      new Verb<>(
          "system.nodes",
          "listNodes",
          "system",
          "Lists the nodes that use the database",
          "Those that are alive, have unfinished runs, or died less than a day ago; the one that"
              + " answers comes first.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/system/nodes", 200),
          NoInput.class,
          NodesPicture.class,
          Set.of(),
          Escarole::nodes);

  private NodeVerbs() {}
}
