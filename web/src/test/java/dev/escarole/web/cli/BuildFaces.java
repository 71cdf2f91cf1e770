package dev.escarole.web.cli;

import dev.escarole.web.app.CatalogVerbs;
import dev.escarole.web.app.CommandVerbs;
import dev.escarole.web.app.Twins;
import dev.escarole.web.app.command.CatalogQuery;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.cli.ScheduleFaces.Asking;
import java.util.List;

/** Cases of {@link FacesContractTest} about commands that are built or frozen. */
final class BuildFaces {

  private BuildFaces() {}

  static void ask(Twins twins, Asking cases) {
    String freeze = "commands freeze echo --to cold --json";
    cases.ask(CommandVerbs.FREEZE, () -> Programs.freezing("echo", null), freeze, null);
    for (String language : List.of("rust", "base46")) {
      cases.ask(
          CommandVerbs.BUILD,
          () -> Programs.building("made", language),
          "commands build made " + language + " tables.b64 --json",
          null);
    }
    cases.ask(
        CommandVerbs.BUILD,
        () -> Programs.building("jq", "base64"),
        "commands build jq base64 tables.b64 --json",
        null);
    cases.ask(
        CommandVerbs.BUILD,
        () -> {
          var unused = twins.local.buildCommand(Programs.building("made", "base64"), line -> {});
          return Programs.building("made", "base64");
        },
        "commands build made base64 tables.b64 --json",
        null);
    cases.ask(
        CommandVerbs.SOURCE,
        () -> new CommandName("echo"),
        "toolkit promote echo --to registry --json",
        null);
    cases.ask(CatalogVerbs.LIST, () -> new CatalogQuery("lua"), "commands search lua --json", null);
  }
}
