package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Command.Origin;
import dev.escarole.engine.command.ManifestFile.Manifest;
import dev.escarole.engine.command.OwnCommands.Addition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, files and the manifest of one's own commands; what runs does not matter here. */
@Timeout(300)
class OwnCommandsTest {

  private static final byte[] ONE = "program one".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TWO = "program two".getBytes(StandardCharsets.UTF_8);

  @TempDir Path data;
  private final List<String> warnings = new ArrayList<>();

  private OwnCommands open() {
    return OwnCommands.open(data, warnings::add);
  }

  private Path directory() {
    return data.resolve("commands");
  }

  private Path file(byte[] program) {
    return directory().resolve(ArtifactId.of(program) + ".wasm");
  }

  private Path manifest() {
    return directory().resolve("registry.json");
  }

  private void manifest(String text) throws IOException {
    Files.createDirectories(directory());
    Files.writeString(manifest(), text);
  }

  private static String row(String name, String hash, String mode) {
    return "\"%s\": {\"artifact\": \"%s\", \"mode\": \"%s\"}".formatted(name, hash, mode);
  }

  private static String rows(String... rows) {
    return "{\"version\": 1, \"commands\": {" + String.join(",", rows) + "}}";
  }

  private static Command command(String name, byte[] program, ArgumentMode mode) {
    return new Command(name, ArtifactId.of(program), Origin.REGISTERED, mode);
  }

  private List<String> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void wc_1_a_command_is_a_name_an_artifact_and_a_mode() throws Exception {
    OwnCommands own = open();
    Command added = own.add("mine", ONE, ArgumentMode.STDIN1);

    assertThat(added).isEqualTo(command("mine", ONE, ArgumentMode.STDIN1));
    assertThat(own.registry().find("mine")).contains(added);
    assertThat(own.artifacts().verified(added.artifact())).isEqualTo(ONE);
  }

  @Test
  void wc_3_a_built_in_wins_over_a_poisoned_row() throws Exception {
    manifest(rows(row("grep", ArtifactId.of(ONE).sha256(), "argv")));
    OwnCommands own = open();

    assertThat(own.registry().find("grep").orElseThrow().origin()).isEqualTo(Origin.BUILT_IN);
    assertThat(warnings).singleElement().asString().contains("reserved_name").contains("grep");
  }

  @ParameterizedTest
  @ValueSource(strings = {"upper", "grep", "wbox", "cat", "sort"})
  void wc_5_reserved_names_are_refused(String name) {
    OwnCommands own = open();
    assertThatThrownBy(() -> own.add(name, ONE, ArgumentMode.ARGV))
        .hasMessageStartingWith("reserved_name: ");
    assertThatThrownBy(() -> own.remove(name)).hasMessageStartingWith("reserved_name: ");
    assertThat(directory()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "-x", "a/b", "jq\n", "../x", "a\0b"})
  void wc_6_invalid_names_are_refused(String name) {
    OwnCommands own = open();
    assertThatThrownBy(() -> own.add(name, ONE, ArgumentMode.ARGV))
        .hasMessageStartingWith("invalid_name: ");
    assertThat(directory()).doesNotExist();
  }

  @Test
  void wc_7_a_full_registry_refuses_a_new_name_but_replaces_an_old_one() throws Exception {
    manifest(rows(full(CommandRegistry.CAPACITY)));
    OwnCommands own = open();

    assertThatThrownBy(() -> own.add("more", TWO, ArgumentMode.ARGV))
        .hasMessageStartingWith("registry_full: ");
    assertThat(own.add("c7", TWO, ArgumentMode.ARGV)).isEqualTo(own.registry().find("c7").get());
    assertThat(own.remove("c8")).isTrue();
    own.add("more", TWO, ArgumentMode.ARGV);
    assertThat(own.registry().find("more")).isPresent();
    assertThat(warnings).isEmpty();
  }

  @Test
  void wc_7_rows_beyond_the_cap_are_skipped() throws Exception {
    manifest(rows(full(CommandRegistry.CAPACITY + 2)));

    assertThat(open().registry().commands())
        .filteredOn(command -> command.origin() == Origin.REGISTERED)
        .hasSize(CommandRegistry.CAPACITY);
    assertThat(warnings).hasSize(2).allMatch(warning -> warning.contains("registry_full"));
  }

  @Test
  void origins_that_the_manifest_cannot_hold_are_refused_and_the_others_stay() throws Exception {
    Map<String, ArtifactId> sources = new LinkedHashMap<>();
    for (int i = 0; i < 4_096; i++) {
      sources.put("long/".repeat(40) + i, ArtifactId.of(ONE));
    }
    String build = ArtifactId.of(TWO).sha256();
    Provenance origin =
        new Provenance(build, "c", sources, Map.of(), List.of(), "ci", Instant.EPOCH);
    OwnCommands own = open();
    List<Addition> additions = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      additions.add(new Addition("built" + i, ONE, ArgumentMode.ARGV, null, origin));
    }
    List<Command> unused = own.addAll(additions.subList(0, 2));

    assertThatThrownBy(() -> own.addAll(additions)).hasMessageStartingWith("registry_full: ");
    assertThat(open().registry().find("built1").map(Command::provenance)).contains(origin);
    assertThat(own.add("small", TWO, ArgumentMode.ARGV).name()).isEqualTo("small");
    assertThat(warnings).isEmpty();
  }

  private static String[] full(int count) {
    String hash = ArtifactId.of(ONE).sha256();
    return IntStream.range(0, count)
        .mapToObj(i -> row("c" + i, hash, "argv"))
        .toArray(String[]::new);
  }

  @Test
  void wc_8_a_directory_behind_a_link_is_refused() throws Exception {
    Path elsewhere = Files.createDirectory(data.resolve("elsewhere"));
    Files.createSymbolicLink(directory(), elsewhere);
    OwnCommands own = open();

    assertThatThrownBy(() -> own.add("mine", ONE, ArgumentMode.ARGV))
        .hasMessageStartingWith("path_not_confined: ");
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(warnings).singleElement().asString().contains("path_not_confined");
  }

  @Test
  void wc_8_an_artifact_behind_a_link_is_refused() throws Exception {
    OwnCommands own = open();
    own.add("mine", ONE, ArgumentMode.ARGV);
    Path outside = Files.write(data.resolve("outside.wasm"), ONE);
    Files.delete(file(ONE));
    Files.createSymbolicLink(file(ONE), outside);

    assertThatThrownBy(() -> own.artifacts().check(ArtifactId.of(ONE)))
        .isInstanceOf(ArtifactIntegrityException.class)
        .hasMessageContaining("path_not_confined");
    own.add("mine", ONE, ArgumentMode.ARGV);
    assertThat(Files.isSymbolicLink(file(ONE))).isFalse();
    own.artifacts().check(ArtifactId.of(ONE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "", "ABC", "/etc/passwd"})
  void wc_8_a_row_that_leads_elsewhere_is_skipped(String hash) throws Exception {
    manifest(rows(row("bad", hash, "argv"), row("good", ArtifactId.of(ONE).sha256(), "argv")));
    OwnCommands own = open();

    assertThat(own.registry().find("bad")).isEmpty();
    assertThat(own.registry().find("good")).isPresent();
    assertThat(warnings).singleElement().asString().contains("'bad'");
  }

  @Test
  void wc_8_a_manifest_behind_a_link_is_not_read() throws Exception {
    Files.createDirectories(directory());
    Path outside = data.resolve("outside.json");
    Files.writeString(outside, rows(row("mine", ArtifactId.of(ONE).sha256(), "argv")));
    Files.createSymbolicLink(manifest(), outside);
    OwnCommands own = open();

    assertThat(own.registry().find("mine")).isEmpty();
    assertThat(warnings).singleElement().asString().contains("path_not_confined");
    assertThatThrownBy(() -> own.add("other", ONE, ArgumentMode.ARGV))
        .hasMessageContaining("path_not_confined");
  }

  @Test
  void wc_9_an_artifact_is_named_by_its_hash() throws Exception {
    open().add("mine", ONE, ArgumentMode.ARGV);

    assertThat(file(ONE)).hasBinaryContent(ONE);
    assertThat(leftovers())
        .containsExactlyInAnyOrder(ArtifactId.of(ONE) + ".wasm", "lock", "registry.json");
  }

  @Test
  void wc_10_the_next_look_up_sees_a_new_binding_here_and_elsewhere() throws Exception {
    OwnCommands here = open();
    OwnCommands elsewhere = open();
    for (int i = 0; i < 20; i++) {
      byte[] program = i % 2 == 0 ? ONE : TWO;
      Command added = here.add("mine", program, ArgumentMode.ARGV);
      assertThat(here.registry().find("mine")).contains(added);
      assertThat(elsewhere.registry().find("mine")).contains(added);
    }
    assertThat(elsewhere.remove("mine")).isTrue();
    assertThat(here.registry().find("mine")).isEmpty();
    assertThat(here.remove("mine")).isFalse();
  }

  @Test
  void wc_11_a_swap_or_a_removal_deletes_no_artifact() throws Exception {
    OwnCommands own = open();
    own.add("mine", ONE, ArgumentMode.ARGV);
    own.add("mine", TWO, ArgumentMode.ARGV);
    assertThat(own.artifacts().verified(ArtifactId.of(ONE))).isEqualTo(ONE);
    own.remove("mine");
    assertThat(own.artifacts().verified(ArtifactId.of(TWO))).isEqualTo(TWO);
  }

  @Test
  void wc_63_storing_is_idempotent() throws Exception {
    OwnCommands own = open();
    own.add("mine", ONE, ArgumentMode.ARGV);
    FileStamp artifact = FileStamp.of(file(ONE));
    FileStamp manifest = FileStamp.of(manifest());
    List<String> files = leftovers();

    own.add("mine", ONE, ArgumentMode.ARGV);
    assertThat(FileStamp.of(file(ONE))).isEqualTo(artifact);
    assertThat(FileStamp.of(manifest())).isEqualTo(manifest);
    own.add("alias", ONE, ArgumentMode.ARGV);
    assertThat(FileStamp.of(file(ONE))).isEqualTo(artifact);
    assertThat(leftovers()).isEqualTo(files);
  }

  @Test
  void wc_64_a_restart_registers_again() throws Exception {
    OwnCommands before = open();
    before.add("mine", ONE, ArgumentMode.STDIN1);
    before.add("other", TWO, ArgumentMode.ARGV);
    FileStamp artifact = FileStamp.of(file(ONE));

    OwnCommands after = open();
    assertThat(after.registry().find("mine")).contains(command("mine", ONE, ArgumentMode.STDIN1));
    assertThat(after.registry().find("other")).contains(command("other", TWO, ArgumentMode.ARGV));
    assertThat(FileStamp.of(file(ONE))).isEqualTo(artifact);
    assertThat(warnings).isEmpty();
  }

  @Test
  void wc_65_a_changed_artifact_is_noticed_even_with_its_old_size_and_time() throws Exception {
    OwnCommands own = open();
    ArtifactId id = own.add("mine", ONE, ArgumentMode.ARGV).artifact();
    own.artifacts().check(id);
    FileTime time = Files.getLastModifiedTime(file(ONE));
    Files.write(file(ONE), TWO);
    Files.setLastModifiedTime(file(ONE), time);

    assertThatThrownBy(() -> own.artifacts().check(id))
        .isInstanceOf(ArtifactIntegrityException.class)
        .hasMessageContaining("commands/" + id + ".wasm")
        .hasMessageContaining("damaged");
    Files.delete(file(ONE));
    assertThatThrownBy(() -> own.artifacts().check(id)).hasMessageContaining("missing");
    own.add("mine", ONE, ArgumentMode.ARGV);
    own.artifacts().check(id);
  }

  @Test
  void verify_reports_every_artifact_named_or_not() throws Exception {
    OwnCommands own = open();
    own.add("mine", ONE, ArgumentMode.ARGV);
    own.add("other", TWO, ArgumentMode.ARGV);
    own.remove("other");
    Files.writeString(file(TWO), "something else");

    List<ArtifactCheck> checks = own.verify();
    long programs = BuiltInCommands.load().all().stream().map(Command::artifact).distinct().count();
    assertThat(checks).hasSize((int) programs + 2);
    assertThat(checks)
        .filteredOn(check -> check.problem().isPresent())
        .singleElement()
        .satisfies(check -> assertThat(check.artifact()).isEqualTo(ArtifactId.of(TWO)))
        .satisfies(check -> assertThat(check.names()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "nonsense",
        "[]",
        "null",
        "{\"version\": 2, \"commands\": {}}",
        "{\"version\": 1, \"commands\": {}} {}",
        "{\"version\": 1, \"commands\": {\"a\": {}, \"a\": {}}}"
      })
  void a_damaged_manifest_is_kept_aside_and_stops_nothing(String text) throws Exception {
    manifest(text);
    OwnCommands own = open();
    assertThat(own.registry().find("grep")).isPresent();
    assertThat(warnings).singleElement().asString().startsWith("registry.json ");
    assertThat(manifest()).hasContent(text);

    own.add("mine", ONE, ArgumentMode.ARGV);
    assertThat(own.registry().find("mine")).isPresent();
    String aside = "registry-" + ArtifactId.of(text.getBytes(StandardCharsets.UTF_8));
    assertThat(directory().resolve(aside.substring(0, 9 + 12) + ".damaged")).hasContent(text);
  }

  @Test
  void a_damaged_row_is_kept_aside_when_the_manifest_is_written_again() throws Exception {
    String hash = ArtifactId.of(ONE).sha256();
    manifest(rows(row("good", hash, "argv"), row("bad", hash, "sideways"), "\"worse\": 7"));
    OwnCommands own = open();
    assertThat(warnings).hasSize(2);

    own.add("mine", ONE, ArgumentMode.ARGV);
    assertThat(own.registry().find("good")).isPresent();
    assertThat(leftovers()).filteredOn(name -> name.endsWith(".damaged")).hasSize(1);
    assertThat(Manifest.parse(Files.readAllBytes(manifest())).commands())
        .containsOnlyKeys("good", "mine");
  }

  @Test
  void a_manifest_that_breaks_while_in_use_leaves_its_commands_in_force() throws Exception {
    OwnCommands own = open();
    Command added = own.add("mine", ONE, ArgumentMode.ARGV);
    Files.writeString(manifest(), "{");

    assertThat(own.registry().find("mine")).contains(added);
    assertThat(own.registry().find("mine")).contains(added);
    assertThat(warnings).hasSize(1);
  }

  @Test
  void opening_and_looking_create_nothing() throws Exception {
    OwnCommands own = open();
    assertThat(own.registry().find("mine")).isEmpty();
    assertThat(own.verify()).isNotEmpty();
    assertThat(own.remove("mine")).isFalse();
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void what_a_crashed_writer_left_is_swept() throws Exception {
    OwnCommands own = open();
    own.add("mine", ONE, ArgumentMode.ARGV);
    Files.writeString(directory().resolve(".123.tmp"), "half");
    own.add("other", TWO, ArgumentMode.ARGV);
    assertThat(leftovers()).doesNotContain(".123.tmp");
  }

  @Test
  void a_directory_that_another_writer_makes_meanwhile_is_confined() throws Exception {
    Path directory = data.resolve("fresh");
    ManifestFile manifest = new ManifestFile(directory, Instant::now);
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<?> others =
          pool.submit(
              () -> {
                while (!over.get()) {
                  Files.delete(Files.createDirectory(directory));
                }
                return null;
              });
      int looks = 0;
      while (looks < 100_000 && manifest.isConfined()) {
        looks++;
      }
      over.set(true);
      others.get();
      assertThat(looks).isEqualTo(100_000);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void adders_at_the_same_time_lose_nothing() throws Exception {
    int adders = 6;
    int each = 25;
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int adder = 0; adder < adders; adder++) {
      OwnCommands own = OwnCommands.open(data, message -> {});
      String prefix = "a" + adder + ".";
      tasks.add(
          () -> {
            for (int i = 0; i < each; i++) {
              own.add(
                  prefix + i, (prefix + i % 5).getBytes(StandardCharsets.UTF_8), ArgumentMode.ARGV);
            }
            return each;
          });
    }
    ExecutorService pool = Executors.newFixedThreadPool(adders);
    try {
      for (Future<Integer> future : pool.invokeAll(tasks)) {
        assertThat(future.get()).isEqualTo(each);
      }
    } finally {
      pool.shutdownNow();
    }
    OwnCommands own = open();
    assertThat(own.registry().commands())
        .filteredOn(command -> command.origin() == Origin.REGISTERED)
        .hasSize(adders * each);
    assertThat(own.verify()).allMatch(check -> check.problem().isEmpty());
    assertThat(leftovers()).noneMatch(name -> name.endsWith(".tmp"));
  }
}
