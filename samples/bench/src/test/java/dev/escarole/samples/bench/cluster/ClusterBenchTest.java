package dev.escarole.samples.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of claims, on little. */
@Timeout(240)
class ClusterBenchTest {

  @TempDir Path directory;

  @Test
  void every_kind_of_nodes_does_all_that_is_stored() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
      new ClusterBench(new Places(postgres, directory), 20, 1).run(1, out);
    }
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .hasSize(5)
        .satisfiesExactly(
            line -> assertThat(line).startsWith("20 of each"),
            line -> assertThat(line).matches("Escarole: a run .* [0-9,]+"),
            line -> assertThat(line).matches("db-scheduler: an empty task .* [0-9,]+"),
            line -> assertThat(line).matches("Quartz: an empty job .* [0-9,]+"),
            line -> assertThat(line).startsWith("one node: "));
  }

  @Test
  void a_wide_fan_out_is_measured_alone_and_with_another_node() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
      new WideBench(new Places(postgres, directory), 1_000).run(2, out);
    }
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("a parallel node of 1,000 branches"),
            line -> assertThat(line).matches("nodes: 1 .* a second · 0 of them on.*"),
            line -> assertThat(line).matches("nodes: 2 .* a second · [1-9][0-9,]* of them on.*"));
  }
}
