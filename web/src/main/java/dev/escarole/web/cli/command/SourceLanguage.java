package dev.escarole.web.cli.command;

import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.Locale;

/** Languages whose compilers cannot run in the sandbox. */
enum SourceLanguage {
  RUST(".rs", "cargo build --release --target wasm32-wasip1"),
  ZIG(".zig", "zig build-exe -target wasm32-wasi"),
  GO(".go", "GOOS=wasip1 GOARCH=wasm go build");

  private final String ending;
  private final String build;

  SourceLanguage(String ending, String build) {
    this.ending = ending;
    this.build = build;
  }

  /**
   * Refuses a file with source of one of the languages.
   *
   * @throws UsageException if its name says so
   */
  static void refuse(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    for (SourceLanguage each : values()) {
      if (name.endsWith(each.ending)) {
        throw new UsageException(
            "lane-unavailable",
            "lane_unavailable: %s is source in %s, and no compiler of it runs in the sandbox"
                .formatted(TextFormat.plain(file.toString()), each.name().toLowerCase(Locale.ROOT)),
            "Compile it yourself, such as with '"
                + each.build
                + "', and add the program: escarole commands add NAME FILE.wasm");
      }
    }
  }
}
