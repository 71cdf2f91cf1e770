package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In a process of the command line, statements and databases cannot have H2 load classes. */
class DatabaseClassesTest {

  /** A process like that of the command line, which then makes H2 call a method by its name. */
  static final class Caller {

    private Caller() {}

    public static void main(String[] args) throws SQLException {
      Main.keepClassesFromDatabases();
      try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
          Statement statement = connection.createStatement()) {
        statement.execute("create alias a for 'java.lang.System.getProperty(java.lang.String)'");
        statement.executeQuery("select a('java.version')");
        System.out.println("called");
      } catch (SQLException e) {
        System.out.println("refused " + e.getErrorCode());
      }
    }
  }

  private static String call(String... options) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(options));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Caller.class.getName()));
    Process process =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return said.strip();
  }

  @Test
  void h2_loads_no_class_unless_whoever_starts_the_process_says_so() throws Exception {
    // 90134: access to the class is denied
    assertThat(call()).isEqualTo("refused 90134");
    assertThat(call("-Dh2.allowedClasses=java.lang.System")).isEqualTo("called");
  }
}
