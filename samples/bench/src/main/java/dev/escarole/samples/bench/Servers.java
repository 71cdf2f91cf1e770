package dev.escarole.samples.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long a server takes from its start to its first answer, and what a run beside one takes. */
abstract class Servers extends Contender {

  final Launcher launcher;
  final Path directory;
  private @Nullable Process server;

  private Servers(String task, Launcher launcher, Path directory) {
    super(task, launcher.name(), 1);
    this.launcher = launcher;
    this.directory = directory.toAbsolutePath();
  }

  /** Starts a server in the directory; the one before must have ended. */
  final Process start(List<String> command) throws IOException {
    Files.createDirectories(directory);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    // What serve says goes to standard error; on the standard output of mcp only the protocol does.
    builder.redirectErrorStream(command.contains("serve"));
    builder.environment().remove("ESCAROLE_DB");
    Process started = builder.start();
    server = started;
    return started;
  }

  final Process serve() throws IOException {
    return start(
        launcher.command("serve", "--port", "0", "--data", Peer.OUTPUTS, "--insecure-local"));
  }

  @Override
  final boolean isOurs() {
    return false;
  }

  /** A server is still there when its round is over. */
  @Override
  boolean tellsCpu() {
    return false;
  }

  @Override
  void prepare() throws IOException {
    close();
  }

  @Override
  public final void close() {
    if (server != null) {
      Processes.end(server);
      server = null;
    }
  }

  /** {@code serve}, to the end of the first page that it answers. */
  static final class FirstPage extends Servers {

    private static final int OK = 200;

    FirstPage(String task, Launcher launcher, Path directory) {
      super(task, launcher, directory);
    }

    @Override
    void round() throws IOException {
      URI page = Processes.addressOf(serve()).resolve("/runs");
      HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
      if (connection.getResponseCode() != OK) {
        throw new IOException(page + " was answered " + connection.getResponseCode());
      }
      connection.getInputStream().readAllBytes();
    }
  }

  /** {@code mcp}, to its answer to the first message. */
  static final class FirstAnswer extends Servers {

    FirstAnswer(String task, Launcher launcher, Path directory) {
      super(task, launcher, directory);
    }

    @Override
    void round() throws IOException {
      Files.createDirectories(directory.resolve("recipes"));
      Process mcp = start(launcher.command("mcp", "--data", Peer.OUTPUTS));
      BufferedWriter to = mcp.outputWriter(StandardCharsets.UTF_8);
      BufferedReader from = mcp.inputReader(StandardCharsets.UTF_8);
      to.write(AgentLines.HELLO + "\n");
      to.flush();
      String answer = from.readLine();
      if (answer == null || !answer.contains("serverInfo")) {
        throw new IOException("mcp answered " + answer);
      }
    }
  }

  /** A run of one command as a whole process, while {@code serve} has its data directory. */
  static final class RunBeside extends Servers {

    private static final String RECIPE = "recipe.json";
    private static final int WARM_RUNS = 20;

    RunBeside(String task, Launcher launcher, Path directory) {
      super(task, launcher, directory);
    }

    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      Processes.addressOf(serve());
      Files.writeString(directory.resolve(RECIPE), new Work(false, false, 1).recipe().source());
      for (int i = 0; i < WARM_RUNS; i++) {
        round();
      }
    }

    @Override
    void prepare() {}

    @Override
    void round() throws IOException, InterruptedException {
      Processes.run(directory, launcher.command("run", "--quiet", RECIPE, "--data", Peer.OUTPUTS));
    }
  }
}
