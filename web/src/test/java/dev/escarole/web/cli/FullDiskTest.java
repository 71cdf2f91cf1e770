package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.store.database.StoreException;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has no room left on a disk is told so, and not to look for a fault in the program. */
class FullDiskTest {

  private static final String HELP = "  hint: Free space where this writes to";

  private static IOException full() {
    return new IOException("No space left on device");
  }

  private static String report(RuntimeException failure, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.NONE,
            Map.of(),
            InstantSource.system());
    int exit = new ErrorReport(console, List.of(args)).report(failure);
    assertThat(exit).isBetween(1, 2);
    return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void the_hint_says_what_helps() {
    assertThat(report(new UncheckedIOException(full())))
        .contains("error: No space left on device", HELP, "escarole runs prune")
        .doesNotContain("--debug");
    assertThat(report(new UncheckedIOException(full()), "--json"))
        .contains("\"hint\":\"Free space");
    SQLException database = new SQLException("General error", "HY000", 50000, full());
    assertThat(report(new StoreException("The database cannot be used.", database)))
        .contains("The database cannot be used.", HELP);
    assertThat(report(new IllegalStateException("a fault")))
        .contains("add --debug")
        .doesNotContain("Free space");
  }

  @Test
  void an_output_that_takes_no_more_is_such_a_disk(@TempDir Path temporary) {
    OutputStream output =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw full();
          }
        };
    CliHarness.Call call = new CliHarness(temporary).callInto(output, "exec", "echo", "hi");
    assertThat(call.exit()).isEqualTo(1);
    assertThat(call.err()).contains(HELP).doesNotContain("--debug");
  }
}
