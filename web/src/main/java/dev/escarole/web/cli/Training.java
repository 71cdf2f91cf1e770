package dev.escarole.web.cli;

import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The usual commands, each once, in a directory of their own: Java watches which classes they need,
 * and the launcher keeps those for later starts.
 */
final class Training {

  /** Enough leaves for what works in each of them to be known, and few enough to wait for. */
  private static final int LEAVES = 200;

  private static final String HELLO =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
      "capabilities":{},"clientInfo":{"name":"training","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/list"}
      {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"cli","arguments":\
      {"command":"help"}}}
      """;

  private static final Terminal WITH_COLOURS = new Terminal(false, false, true, 80, 24, true, true);

  private final Path directory;
  private final String data;
  private final List<String> failed = new ArrayList<>();

  private Training(Path directory) {
    this.directory = directory;
    data = directory.resolve("data").toString();
  }

  /**
   * Runs them. What one of them cannot do here, such as to listen, is no reason to stop.
   *
   * @param directory an empty one, which the caller removes
   * @param servers whether to start servers, too; those need twice as many classes
   * @return the commands that failed
   */
  static List<String> in(Path directory, boolean servers) throws IOException, InterruptedException {
    Training training = new Training(directory);
    training.commands();
    if (servers) {
      training.agent();
      training.serve();
    }
    return List.copyOf(training.failed);
  }

  private void commands() throws IOException {
    String one = recipe("one.json", "\"echo ready\"");
    String many =
        recipe(
            "many.json",
            "{\"parallel\": true, \"repeat\": %d, \"template\": [\"echo {index}\", \"sort\"]}"
                .formatted(LEAVES));
    run(Terminal.NONE, "", "run", one, "--data", data, "--json");
    run(WITH_COLOURS, "", "run", one, "--data", data);
    run(Terminal.NONE, "", "run", many, "--data", data, "-q");
    run(Terminal.NONE, "", "runs", "show", "last", "--data", data);
    run(Terminal.NONE, "", "plan", one);
    run(Terminal.NONE, "", "exec", "echo", "--data", data, "--", "ready");
  }

  private void agent() {
    run(Terminal.NONE, HELLO, "mcp", "--recipes", directory.toString(), "--data", data);
  }

  private String recipe(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private void run(Terminal terminal, String input, String... args) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    if (new Cli(console(terminal, input, nowhere)).run(args) != 0) {
      failed.add(String.join(" ", args));
    }
  }

  /** Sees nothing of the user's environment: a training must not touch the user's own runs. */
  private static Console console(Terminal terminal, String input, PrintStream err) {
    return new Console(
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        OutputStream.nullOutputStream(),
        err,
        terminal,
        Map.of(),
        InstantSource.system());
  }

  /** A server, until it has shown its first page to somebody who signed in by its link. */
  private void serve() throws IOException, InterruptedException {
    try (PipedInputStream said = new PipedInputStream(1 << 16);
        PrintStream err =
            new PrintStream(new PipedOutputStream(said), true, StandardCharsets.UTF_8)) {
      Cli cli = new Cli(console(Terminal.NONE, "", err));
      Thread server =
          new Thread(
              () -> {
                try (err) {
                  cli.run(
                      "serve", "--port", "0", "--data", data, "--recipes", directory.toString());
                }
              },
              "escarole-training");
      server.start();
      try {
        if (!signIn(said)) {
          failed.add("serve");
        }
      } catch (IOException e) {
        failed.add("serve");
      } finally {
        server.interrupt();
        server.join();
      }
    }
  }

  /** Whether the first page came. */
  private static boolean signIn(InputStream said) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int start = line.indexOf("http://");
      if (start >= 0 && line.startsWith("sign in")) {
        URI link = URI.create(line.substring(start).strip());
        Matcher cookie =
            Pattern.compile("(?im)^set-cookie: ([^;\\r]*)").matcher(get(link, link, ""));
        return cookie.find()
            && get(link, link.resolve("/runs"), "Cookie: " + cookie.group(1) + "\r\n")
                .startsWith("HTTP/1.1 200");
      }
    }
    return false;
  }

  private static String get(URI server, URI page, String headers) throws IOException {
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      String query = page.getRawQuery() == null ? "" : "?" + page.getRawQuery();
      socket
          .getOutputStream()
          .write(
              "GET %s%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n"
                  .formatted(page.getRawPath(), query, server.getAuthority(), headers)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
