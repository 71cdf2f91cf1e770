package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which directories no guest is granted, under whatever name they are asked for. */
class ReservedPlacesTest {

  @TempDir private Path root;
  private Path data;
  private Path beside;
  private ReservedPlaces reserved;

  @BeforeEach
  void setUp() throws IOException {
    data = Files.createDirectories(root.resolve("home/share/escarole"));
    beside = Files.createDirectories(root.resolve("home/work"));
    reserved =
        ReservedPlaces.of(
                Map.of(
                    data,
                    "the data directory",
                    root.resolve("conf/policy.yaml"),
                    "the policy file"),
                data.resolve("runs"),
                data.resolve("builds"))
            .withTrees(data.resolve("commands/trees"));
  }

  private Optional<String> refusal(Path host) {
    return reserved.refusal(new DirectoryGrant(host, "/d", Mode.READ_ONLY), false);
  }

  private static DirectoryGrant grant(Path host) {
    return new DirectoryGrant(host, "/d", Mode.READ_WRITE);
  }

  @Test
  void a_grant_that_is_holds_or_lies_in_a_place_is_refused_for_reading_too() throws IOException {
    Path inside = Files.createDirectories(data.resolve("runs/r1"));
    for (Path host :
        List.of(data, inside, root.resolve("home/share"), root.resolve("home"), root)) {
      assertThat(refusal(host))
          .as("%s", host)
          .hasValueSatisfying(
              text -> assertThat(text).contains("it equals, contains or lies inside the "));
      assertThat(reserved.refusal(grant(host), true)).as("%s", host).isPresent();
    }
    assertThat(refusal(beside)).isEmpty();
    assertThat(refusal(root.resolve("home/share/escarole-2"))).isEmpty();
  }

  @Test
  void a_place_that_does_not_exist_yet_is_kept_free() throws IOException {
    Path conf = Files.createDirectory(root.resolve("conf"));
    assertThat(refusal(conf)).hasValueSatisfying(text -> assertThat(text).contains("policy file"));
  }

  @Test
  void links_never_lead_to_a_reserved_place() throws IOException {
    Path link = beside.resolve("link");
    assertThat(refusal(link)).isEmpty();
    Files.createSymbolicLink(link, data);
    assertThat(refusal(link)).isPresent();
    Files.delete(link);
    Files.createSymbolicLink(link, beside);
    assertThat(refusal(link)).isEmpty();
    Files.delete(link);
    Files.createSymbolicLink(link, root.resolve("home"));
    assertThat(refusal(link)).isPresent();
    assertThat(refusal(link.resolve("share"))).isPresent();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void other_names_of_the_kernel_for_a_place_are_refused() {
    for (String name : List.of("/proc/self/root", "/proc/thread-self/root", "/dev/fd/../root")) {
      assertThat(refusal(Path.of(name + data))).as(name).isPresent();
    }
    assertThat(reserved.refusal(grant(Path.of("/proc/self/root" + data)), true)).isPresent();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void proc_sys_and_dev_need_a_policy_that_names_them() throws IOException {
    Path link = Files.createSymbolicLink(beside.resolve("p"), Path.of("/proc"));
    for (Path host :
        List.of(
            Path.of("/proc"), Path.of("/proc/self"), Path.of("/sys/kernel"), Path.of("/dev/shm"))) {
      assertThat(refusal(host)).as("%s", host).isPresent();
      assertThat(reserved.refusal(grant(host), true)).as("%s", host).isEmpty();
    }
    assertThat(refusal(link)).isPresent();
    assertThat(reserved.refusal(grant(link), true)).isPresent();
    assertThat(refusal(Path.of("/proc/self/root" + beside))).isPresent();
    assertThat(refusal(Path.of("/"))).isPresent();
  }

  @Test
  void only_the_workspace_that_the_engine_made_lies_in_the_data_directory() throws IOException {
    Path workspace = Files.createDirectories(data.resolve("runs/r1/workspace"));
    assertThat(reserved.refusal(DirectoryGrant.workspace(workspace), false)).isEmpty();
    assertThat(refusal(workspace)).isPresent();
    for (Path other : List.of(data, data.resolve("runs"), workspace.resolve("workspace"))) {
      assertThat(reserved.refusal(DirectoryGrant.workspace(other), false)).isPresent();
    }
  }

  @Test
  void workspaces_of_builds_and_directories_of_programs_are_the_engines_own() throws IOException {
    Path build = Files.createDirectories(data.resolve("builds/b1/workspace"));
    Path tree = Files.createDirectories(data.resolve("commands/trees/t1"));
    assertThat(reserved.refusal(DirectoryGrant.workspace(build), false)).isEmpty();
    assertThat(reserved.refusal(DirectoryGrant.tree(tree, "/t"), false)).isEmpty();
    for (DirectoryGrant other :
        List.of(
            DirectoryGrant.workspace(tree),
            DirectoryGrant.tree(tree.resolve("sub"), "/t"),
            new DirectoryGrant(tree, "/t", Mode.READ_WRITE, true))) {
      assertThat(reserved.refusal(other, false)).isPresent();
    }
  }

  @Test
  void an_opened_directory_must_still_be_the_one_at_its_path() throws IOException {
    Object there = Files.readAttributes(beside, BasicFileAttributes.class).fileKey();
    reserved.check(grant(beside), List.of(), there);
    Object other = Files.readAttributes(root, BasicFileAttributes.class).fileKey();
    assertThatThrownBy(() -> reserved.check(grant(beside), List.of(), other))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> reserved.check(grant(data), List.of(), there))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void a_directory_reached_through_a_link_in_a_writable_one_is_not_opened() throws IOException {
    Path away = Files.createDirectory(root.resolve("away"));
    Path link = Files.createSymbolicLink(beside.resolve("link"), away);
    Object there = Files.readAttributes(away, BasicFileAttributes.class).fileKey();
    DirectoryGrant linked = new DirectoryGrant(link, "/l", Mode.READ_ONLY);
    assertThatThrownBy(() -> reserved.check(linked, List.of(grant(beside), linked), there))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("through a symbolic link");
    DirectoryGrant reading = new DirectoryGrant(beside, "/d", Mode.READ_ONLY);
    reserved.check(linked, List.of(reading, linked), there);
    reserved.check(linked, List.of(grant(root.resolve("other")), linked), there);
  }

  @Test
  void a_place_is_hidden_by_its_identity_and_so_is_all_above_it() throws IOException {
    for (Path hidden : List.of(data, data.getParent(), root)) {
      assertThat(isHidden(hidden, Mode.READ_ONLY)).isTrue();
    }
    assertThat(isHidden(beside, Mode.READ_WRITE)).isFalse();
  }

  private boolean isHidden(Path path, Mode mode) throws IOException {
    return reserved.hides(mode, Files.readAttributes(path, BasicFileAttributes.class));
  }

  @Test
  void no_link_on_the_path_to_a_reserved_place_can_be_replaced() throws IOException {
    Path first = Files.createDirectories(root.resolve("first/in"));
    Path second = Files.createDirectories(root.resolve("second/in"));
    Path third = Files.createDirectories(root.resolve("third/in"));
    // The place is found by first/in/a, second/in/b and third/in.
    Files.createSymbolicLink(first.resolve("a"), second.resolve("b"));
    Files.createSymbolicLink(second.resolve("b"), Path.of("../../third/in/../../home"));
    reserved =
        ReservedPlaces.of(
            Map.of(first.resolve("a/share/escarole"), "the data directory"), data.resolve("runs"));
    for (Path step : List.of(first, first.getParent(), second, second.getParent())) {
      assertThat(reserved.refusal(grant(step), true))
          .as("%s", step)
          .hasValueSatisfying(text -> assertThat(text).contains("a link in it leads to the data"));
      assertThat(refusal(step)).as("%s", step).isEmpty();
      assertThat(isHidden(step, Mode.READ_WRITE)).isTrue();
      assertThat(isHidden(step, Mode.READ_ONLY)).isFalse();
    }
    assertThat(reserved.refusal(grant(Objects.requireNonNull(third.getParent())), false))
        .isPresent();
    Path below = Files.createDirectory(second.resolve("free"));
    assertThat(reserved.refusal(grant(below), false)).isEmpty();
    assertThat(reserved.refusal(grant(beside), false)).isEmpty();
    assertThat(refusal(data)).isPresent();
  }

  @Test
  void the_target_of_a_dangling_link_is_reserved() throws IOException {
    Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(beside.resolve("data"), elsewhere.resolve("d"));
    reserved = ReservedPlaces.of(Map.of(link, "the data directory"), link.resolve("runs"));
    assertThat(refusal(elsewhere)).isPresent();
    assertThat(reserved.refusal(grant(beside), false)).isPresent();
  }

  @Test
  void a_second_mount_of_a_place_is_known_by_where_it_lies_in_its_file_system() {
    MountTable mounts =
        MountTable.parse(
            List.of(
                "21 1 8:1 / / rw - ext4 /dev/a rw",
                "22 21 8:2 / /home rw shared:1 - ext4 /dev/b rw",
                "30 21 8:2 /u/share/escarole/runs /mnt/with\\040blank rw - ext4 /dev/b rw",
                "31 21 0:5 / /mnt/kernel rw - proc proc rw"));
    MountTable.Origin place = mounts.origin(Path.of("/home/u/share/escarole"));
    assertThat(place).isNotNull();
    assertThat(mounts.shownBy(Path.of("/mnt/with blank/r1"))).anyMatch(place::overlaps);
    assertThat(mounts.shownBy(Path.of("/mnt"))).anyMatch(place::overlaps);
    assertThat(mounts.shownBy(Path.of("/home/u/work"))).noneMatch(place::overlaps);
    assertThat(mounts.showsKernel(Path.of("/mnt"))).isTrue();
    assertThat(mounts.showsKernel(Path.of("/mnt/kernel/1"))).isTrue();
    assertThat(mounts.showsKernel(Path.of("/home"))).isFalse();
  }
}
