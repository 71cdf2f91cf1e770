package dev.escarole.samples.bench.clustersoak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short form of {@code samples/bin/cluster-soak}: real servers and a real database. It takes four
 * minutes, so only {@code mvn -Pthorough verify} runs it.
 */
@Tag("thorough")
class ClusterSoakTest {

  private static final long SEED = 7;

  @Test
  @Timeout(1_800)
  void everything_is_accounted_for_after_a_fault_of_each_kind(@TempDir Path directory)
      throws Exception {
    ClusterSoakOptions options = new ClusterSoakOptions(3, 400, 300, SEED, directory, null);
    SoakReport report = ClusterSoak.run(options, directory, launcher(), System.out);
    report.figures().forEach(System.out::println);
    assertThat(report.violations()).isEmpty();
    assertThat(report.evidence().runs()).hasSizeGreaterThan(600);
    assertThat(report.journal().faults()).extracting(Fault::kind).contains(Fault.Kind.values());
    assertThat(report.journal().faults()).anyMatch(fault -> !fault.runs().isEmpty());
    assertThat(ClusterSoak.read(directory)).as("what is written says the same").isEqualTo(report);
  }

  private static List<String> launcher() {
    String classes = System.getProperty("java.class.path");
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx384m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("surefire.test.class.path", classes),
        "dev.escarole.web.cli.Main");
  }
}
