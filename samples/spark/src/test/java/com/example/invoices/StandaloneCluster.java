package com.example.invoices;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A standalone master and its workers, each a process. */
final class StandaloneCluster implements AutoCloseable {

  private static final String LOCAL = "127.0.0.1";

  private final List<Process> processes = new ArrayList<>();
  private final Path home;
  private final String url;

  private StandaloneCluster(Path home, String url) {
    this.home = home;
    this.url = url;
  }

  /** Starts a master and so many workers with one core each. */
  static StandaloneCluster start(int workers) throws Exception {
    Path directory = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "standalone-");
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(LOCAL))) {
      port = free.getLocalPort();
    }
    StandaloneCluster cluster =
        new StandaloneCluster(home(directory), "spark://" + LOCAL + ":" + port);
    cluster.process("master", "--host", LOCAL, "--port", "" + port, "--webui-port", "0");
    awaitOpen(port);
    for (int i = 0; i < workers; i++) {
      cluster.process(
          "worker",
          "--host",
          LOCAL,
          "--webui-port",
          "0",
          "--cores",
          "1",
          "--memory",
          "1g",
          "--work-dir",
          directory.resolve("worker-" + i).toString(),
          cluster.url);
    }
    return cluster;
  }

  /** What an installation of Spark looks like to workers that start executors. */
  private static Path home(Path directory) throws IOException {
    Path jars = Files.createDirectories(directory.resolve("spark/jars"));
    for (String entry : classPath()) {
      Path jar = Path.of(entry);
      if (Files.isRegularFile(jar)) {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
      }
    }
    return directory.resolve("spark");
  }

  private static List<String> classPath() {
    String classes = System.getProperty("java.class.path");
    return List.of(
        System.getProperty("surefire.test.class.path", classes).split(File.pathSeparator));
  }

  /** The directories of this project's own classes, which executors need too. */
  String ownClasses() {
    return String.join(
        File.pathSeparator, classPath().stream().filter(each -> !each.endsWith(".jar")).toList());
  }

  private static void awaitOpen(int port) throws IOException, InterruptedException {
    for (int tries = 0; ; tries++) {
      try (Socket unused = new Socket(LOCAL, port)) {
        return;
      } catch (IOException e) {
        if (tries > 600) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  private void process(String role, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-cp", String.join(File.pathSeparator, classPath())));
    String name = Character.toUpperCase(role.charAt(0)) + role.substring(1);
    command.add("org.apache.spark.deploy." + role + "." + name);
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME", home.toString(),
                "SPARK_SCALA_VERSION", "2.13",
                "SPARK_LOCAL_IP", LOCAL));
    processes.add(
        builder
            .redirectOutput(home.resolve(role + processes.size() + ".log").toFile())
            .redirectErrorStream(true)
            .start());
  }

  String url() {
    return url;
  }

  /** The processes of executors, which the workers have started. */
  List<ProcessHandle> executors() {
    return processes.stream()
        .skip(1)
        .flatMap(Process::descendants)
        .filter(StandaloneCluster::isExecutor)
        .toList();
  }

  private static boolean isExecutor(ProcessHandle process) {
    return process
        .info()
        .arguments()
        .map(words -> Stream.of(words).anyMatch(each -> each.contains("CoarseGrainedExecutor")))
        .orElse(false);
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
