package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.CommandBundle;
import dev.escarole.engine.catalog.FetchProgress;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From a row or a bundle to commands that run: registry, files, policy and sandbox together. */
@Timeout(300)
class CatalogCommandsTest {

  private static final Principal OPERATOR = Principal.localOperator();

  @TempDir Path data;
  @TempDir Path other;
  private final List<String> warnings = new ArrayList<>();
  private CommandHost host;

  @BeforeEach
  void open() {
    host = CommandHost.open(data, warnings::add);
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void catalog(String rows) throws Exception {
    Files.writeString(data.resolve(Catalog.FILE), "rows: {" + rows + "}");
  }

  private static String row(String name, String file, byte[] program, String more) {
    return "%s: {kind: wasm, from: 'file:%s', sha256: %s%s}"
        .formatted(name, file, ArtifactId.of(program), more);
  }

  private List<Addition> fetch(String name) throws Exception {
    CatalogRow row = host.catalog().open().find(name);
    ProgramFetcher fetcher =
        new ProgramFetcher(
            new MachineSettings(Map.of(), new Properties()), host.catalog().directory(), null);
    return CatalogCommands.fetch(host, row, fetcher, FetchProgress.NONE);
  }

  private Outcome run(String name, Limits limits, String... arguments) {
    Invocation call = Invocation.of(name).arguments(arguments).limits(limits).build();
    return host.execute(OPERATOR, call).outcome();
  }

  @Test
  void wc_54_a_row_of_the_operator_is_added_under_all_names_and_proved() throws Exception {
    Files.write(data.resolve("seven.wasm"), TestPrograms.exiting(7));
    catalog(
        row(
            "seven",
            "seven.wasm",
            TestPrograms.exiting(7),
            ", aliases: [sept], tests: [{exit: 7}, {command: sept, exit: 8}]"));
    List<Command> added = host.addAll(fetch("seven"));
    assertThat(added).extracting(Command::name).containsExactly("seven", "sept");
    assertThat(run("sept", Limits.defaults())).isEqualTo(Outcome.exited(7));

    assertThat(host.catalog().prove(host, OPERATOR, List.of("seven")))
        .singleElement()
        .satisfies(proof -> assertThat(proof.problem()).isEmpty());
    assertThat(host.catalog().prove(host, OPERATOR, List.of("sept")).get(0).problem().orElseThrow())
        .contains("exit code 7 instead of 8");
  }

  @Test
  void wc_57_one_archive_gives_many_commands_or_none() throws Exception {
    byte[] seven = TestPrograms.exiting(7);
    byte[] eight = TestPrograms.exiting(8);
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(data.resolve("suite.zip")))) {
      for (Map.Entry<String, byte[]> each :
          Map.of("bin/seven.wasm", seven, "bin/eight.wasm", eight, "../../escape.wasm", seven)
              .entrySet()) {
        zip.putNextEntry(new ZipEntry(each.getKey()));
        zip.write(each.getValue());
      }
    }
    String suite =
        "suite: {kind: bundle, from: 'file:suite.zip', commands: {seven: {path: bin/seven.wasm,"
            + " sha256: %s, aliases: [sept]}, eight: {path: bin/eight.wasm, sha256: %s}}}";
    catalog(suite.formatted(ArtifactId.of(seven), ArtifactId.of(seven)));
    assertThatThrownBy(() -> fetch("suite")).isInstanceOf(CatalogException.class);
    assertThat(run("seven", Limits.defaults()).kind()).isEqualTo(Outcome.Kind.UNKNOWN_COMMAND);

    catalog(suite.formatted(ArtifactId.of(seven), ArtifactId.of(eight)));
    assertThat(host.addAll(fetch("suite")))
        .extracting(Command::name)
        .containsExactlyInAnyOrder("seven", "sept", "eight");
    assertThat(run("sept", Limits.defaults())).isEqualTo(Outcome.exited(7));
    assertThat(run("eight", Limits.defaults())).isEqualTo(Outcome.exited(8));
    assertThat(Files.exists(data.resolve("../../escape.wasm"))).isFalse();
  }

  @Test
  void wc_69_a_reserved_name_is_refused_before_anything_is_fetched() throws Exception {
    catalog(row("mine", "absent.wasm", new byte[1], ", aliases: [jq]"));
    assertThatThrownBy(() -> fetch("mine"))
        .isInstanceOfSatisfying(
            CommandRefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(CommandRefusedException.Reason.RESERVED_NAME));
  }

  @Test
  void a_call_or_recipe_that_needs_a_program_of_the_catalogue_names_the_way_and_fetches_nothing()
      throws Exception {
    catalog(row("mine", "absent.wasm", new byte[1], ", aliases: [yours]"));
    assertThat(run("yours", Limits.defaults()))
        .isEqualTo(
            Outcome.of(
                Outcome.Kind.UNKNOWN_COMMAND,
                "unknown command; the catalogue has it: commands add yours"));
    Recipe recipe =
        new RecipeReader().read("{\"name\": \"r\", \"template\": \"yours --all\"}", "r.json");
    assertThat(
            UnknownCommands.written(
                    recipe, host.registry(), UnknownCommandRule.REFUSE, name -> false)
                .get(0)
                .hint())
        .contains("The catalogue has it. Add it with: escarole commands add yours");
    // A row that is built from source is added in the same way.
    assertThat(run("lua", Limits.defaults()).detail()).endsWith("commands add lua");
    assertThat(run("nobodys", Limits.defaults()).detail()).doesNotContain("catalogue");
  }

  @Test
  void wc_63_adding_the_same_twice_changes_nothing() throws Exception {
    Files.write(data.resolve("seven.wasm"), TestPrograms.exiting(7));
    catalog(row("seven", "seven.wasm", TestPrograms.exiting(7), ""));
    List<Command> first = host.addAll(fetch("seven"));
    Path manifest = data.resolve("commands/registry.json");
    Object key = Files.readAttributes(manifest, "unix:ino").get("ino");
    assertThat(host.addAll(fetch("seven"))).isEqualTo(first);
    assertThat(Files.readAttributes(manifest, "unix:ino").get("ino")).isEqualTo(key);
  }

  @Test
  void needs_of_a_row_are_the_default_of_its_programs_and_of_no_others() throws Exception {
    byte[] patient = TestPrograms.probe();
    Files.write(data.resolve("p.wasm"), patient);
    catalog(row("patient", "p.wasm", patient, ", needs: {fuel: 6_000_000_000, wall_clock: 2 min}"));
    List<Command> unused = host.addAll(fetch("patient"));
    Command seven = host.add("seven", TestPrograms.exiting(7), ArgumentMode.ARGV);
    assertThat(host.needs("patient").raise(Limits.defaults()))
        .isEqualTo(Limits.defaults().withFuel(6_000_000_000L).withWallClock(Duration.ofMinutes(2)));
    assertThat(host.needs(seven.name()).raise(Limits.defaults())).isEqualTo(Limits.defaults());

    // What a caller asks for is kept, and so is a mistake in the file that comes later.
    assertThat(run("patient", Limits.defaults().withFuel(10), "exit", "0").kind())
        .isEqualTo(Outcome.Kind.OUT_OF_FUEL);
    catalog("patient: 1");
    assertThat(host.needs("patient").raise(Limits.defaults())).isEqualTo(Limits.defaults());
    assertThat(warnings).anyMatch(each -> each.contains("row 'patient'"));
  }

  @Test
  void a_policy_keeps_the_limits_that_it_sets() throws Exception {
    Files.write(data.resolve("p.wasm"), TestPrograms.probe());
    catalog(row("patient", "p.wasm", TestPrograms.probe(), ", needs: {fuel: 6_000_000_000}"));
    List<Command> unused = host.addAll(fetch("patient"));
    Path policy =
        Files.writeString(
            other.resolve("policy.yaml"),
            "principals: {ci: {allow: true, commands: ['*'], limits: {fuel: 10}}}");
    try (CommandHost strict = CommandHost.open(data, warnings::add, policy)) {
      Invocation call =
          Invocation.of("patient")
              .arguments("exit", "0")
              .limits(strict.needs("patient").raise(Limits.defaults()))
              .build();
      assertThat(strict.execute(new Principal("ci", false), call).outcome().kind())
          .isEqualTo(Outcome.Kind.OUT_OF_FUEL);
    }
  }

  @Test
  void wc_66_a_bundle_carries_commands_to_another_data_directory() throws Exception {
    List<Command> added =
        host.addAll(
            List.of(
                new Addition("seven", TestPrograms.exiting(7), ArgumentMode.ARGV),
                new Addition("sept", TestPrograms.exiting(7), ArgumentMode.STDIN1),
                new Addition("eight", TestPrograms.exiting(8), ArgumentMode.ARGV)));
    Path bundle = other.resolve("tools.bundle");
    String hash = CatalogCommands.export(host, added, bundle);
    byte[] bytes = Files.readAllBytes(bundle);
    assertThat(CatalogCommands.export(host, added, bundle)).isEqualTo(hash);
    assertThat(bundle).hasBinaryContent(bytes);

    try (CommandHost there = CommandHost.open(other, warnings::add)) {
      List<Command> imported = there.addAll(CommandBundle.read(bundle, hash));
      assertThat(imported).containsExactlyInAnyOrderElementsOf(added);
    }
    assertThatThrownBy(() -> CommandBundle.read(bundle, "0".repeat(64)))
        .isInstanceOf(CatalogException.class);
  }

  @Test
  void wc_66_a_bundle_is_refused_whole_when_one_byte_differs() throws Exception {
    List<Command> added = List.of(host.add("seven", TestPrograms.exiting(7), ArgumentMode.ARGV));
    Path bundle = other.resolve("tools.bundle");
    String unused = CatalogCommands.export(host, added, bundle);
    byte[] good = Files.readAllBytes(bundle);
    for (int at = 0; at < good.length; at++) {
      byte[] bad = good.clone();
      bad[at] ^= 1;
      assertRefused(Files.write(other.resolve("bad"), bad));
    }
    for (int length : List.of(0, 10, 85, 86, good.length - 1)) {
      assertRefused(Files.write(other.resolve("bad"), Arrays.copyOf(good, length)));
    }
    assertRefused(other.resolve("absent"));
  }

  private static void assertRefused(Path bundle) {
    assertThatThrownBy(() -> CommandBundle.read(bundle, null))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_BUNDLE));
  }

  @Test
  void a_name_that_only_looks_like_a_built_in_one_is_refused() throws Exception {
    byte[] program = TestPrograms.exiting(7);
    assertThatThrownBy(() -> host.add("JQ", program, ArgumentMode.ARGV))
        .isInstanceOf(CommandRefusedException.class)
        .hasMessageContaining("only in case");
    catalog(row("fine", "absent.wasm", program, ", aliases: [Sort]"));
    assertThatThrownBy(() -> fetch("fine")).hasMessageContaining("'sort' only in case");
    assertThat(run("JQ", Limits.defaults()).kind()).isEqualTo(Outcome.Kind.UNKNOWN_COMMAND);
  }

  @Test
  void several_commands_are_added_all_or_none() {
    Addition good = new Addition("seven", TestPrograms.exiting(7), ArgumentMode.ARGV);
    for (Addition bad :
        List.of(
            new Addition("jq", TestPrograms.exiting(8), ArgumentMode.ARGV),
            new Addition("a/b", TestPrograms.exiting(8), ArgumentMode.ARGV),
            new Addition("eight", new byte[20], ArgumentMode.ARGV))) {
      assertThatThrownBy(() -> host.addAll(List.of(good, bad)))
          .isInstanceOf(CommandRefusedException.class);
      assertThat(host.registry().find("seven")).isEmpty();
    }
  }

  @Test
  void a_component_is_replaced_by_its_program_for_preview_1() throws Exception {
    byte[] program = TestPrograms.exiting(7);
    byte[] other = TestPrograms.calling("wasi:cli/exit@0.2.0", "exit", 0);
    Command added = host.add("seven", component(library(), program), ArgumentMode.ARGV);
    assertThat(added.artifact()).isEqualTo(ArtifactId.of(program));
    assertThat(run("seven", Limits.defaults())).isEqualTo(Outcome.exited(7));

    assertNotAProgram(component(other), "imports wasi:cli/exit@0.2.0.exit");
    assertNotAProgram(component(library()), "without a core module that exports _start");
    assertNotAProgram(component(), "without a core module");
    byte[] whole = component(program);
    assertNotAProgram(Arrays.copyOf(whole, whole.length - 1), "without a core module");
    assertNotAProgram(component(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0, 7, 9}), "damaged");
  }

  private void assertNotAProgram(byte[] bytes, String reason) {
    assertThatThrownBy(() -> host.add("x", bytes, ArgumentMode.ARGV))
        .isInstanceOf(CommandRefusedException.class)
        .hasMessageContaining("is a component")
        .hasMessageContaining(reason);
  }

  private static byte[] library() {
    return new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0};
  }

  private static byte[] component(byte[]... modules) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {0, 'a', 's', 'm', 0x0d, 0, 1, 0});
    for (byte[] module : modules) {
      out.write(1);
      out.write((module.length & 0x7f) | 0x80);
      out.write(module.length >> 7);
      out.writeBytes(module);
    }
    return out.toByteArray();
  }
}
