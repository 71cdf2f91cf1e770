package dev.escarole.samples;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a sample is run and how it ends: its {@code expected.run}. What it prints is in {@code
 * expected.txt}.
 *
 * @param exitCode of the recipe's root
 * @param files what the workspace holds in the end, by path
 * @param attempts how many commands were started in all, or null where that does not matter
 */
record Expected(
    @Nullable Request request,
    String status,
    int exitCode,
    List<Join> joins,
    List<Failure> failures,
    @Nullable Map<String, String> files,
    @Nullable Integer attempts) {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** What is given to the recipe; paths start at the sample's directory. */
  record Request(
      @Nullable Map<String, Object> values,
      @Nullable String stdin,
      @Nullable List<String> directories) {}

  record Join(String path, @Nullable String label, double coverage, @Nullable String verdict) {}

  record Failure(String path, String outcome, int exitCode) {}

  static Expected read(Path file) throws IOException {
    return JSON.readValue(file.toFile(), Expected.class);
  }
}
