package dev.escarole.web.app;

import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.CatalogName;
import dev.escarole.web.app.command.CatalogQuery;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.cli.Programs;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Cases of {@link EscaroleContractTest} about the catalogue, and commands that are built or frozen.
 */
final class BuildCases {

  private BuildCases() {}

  /** Takes a case, which is asked of both twins. */
  interface Asking {
    <Q extends Record, R> void ask(Verb<Q, R> verb, String which, Supplier<Q> input);
  }

  static void ask(Twins twins, Asking cases) {
    cases.ask(CommandVerbs.FREEZE, "one", () -> Programs.freezing(twins.local));
    cases.ask(CommandVerbs.FREEZE, "no command", () -> Programs.freezing("tabels", null));
    cases.ask(CommandVerbs.FREEZE, "no initializer", () -> Programs.freezing("echo", null));
    cases.ask(
        CommandVerbs.BUILD,
        "one that was built before",
        () -> {
          var unused = twins.local.buildCommand(Programs.building("made", "base64"), line -> {});
          return Programs.building("made", "base64");
        });
    cases.ask(CommandVerbs.BUILD, "reserved", () -> Programs.building("jq", "base64"));
    cases.ask(CommandVerbs.BUILD, "no lane", () -> Programs.building("made", "rust"));
    cases.ask(CommandVerbs.BUILD, "no language", () -> Programs.building("made", "base46"));
    cases.ask(
        CommandVerbs.BUILD,
        "hostile name",
        () -> new BuildRequest("made", "base64", Map.of("../x", "AA=="), List.of(), null));
    cases.ask(
        CommandVerbs.BUILD,
        "not a module",
        () -> new BuildRequest("made", "base64", Map.of("x", "AA=="), List.of(), null));
    cases.ask(
        CommandVerbs.BUILD,
        "no source",
        () -> new BuildRequest("made", "base64", Map.of(), List.of(), null));
    cases.ask(
        CommandVerbs.BUILD,
        "malformed pin",
        () -> new BuildRequest("made", "base64", Map.of("x", "AA=="), List.of(), "abc"));
    cases.ask(CommandVerbs.SOURCE, "one", () -> new CommandName("made"));
    cases.ask(CommandVerbs.SOURCE, "not built here", () -> new CommandName("echo"));
    cases.ask(CommandVerbs.SOURCE, "none", () -> new CommandName("ecko"));
    catalog(cases);
  }

  private static void catalog(Asking cases) {
    cases.ask(CatalogVerbs.VERIFY, "one", () -> new CommandName("echo"));
    cases.ask(CatalogVerbs.VERIFY, "none", () -> new CommandName("ecko"));
    cases.ask(CatalogVerbs.LIST, "all", () -> CatalogQuery.ALL);
    cases.ask(CatalogVerbs.LIST, "some", () -> new CatalogQuery("lua"));
    cases.ask(CatalogVerbs.READ, "one", () -> new CatalogName("clang"));
    cases.ask(CatalogVerbs.READ, "none", () -> new CatalogName("clank"));
    cases.ask(CatalogVerbs.ADD, "one that cannot be fetched", () -> new CatalogName("absent"));
    cases.ask(CatalogVerbs.ADD, "none", () -> new CatalogName("absend"));
  }
}
