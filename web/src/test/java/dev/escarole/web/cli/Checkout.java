package dev.escarole.web.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** A checkout of its own for the real launcher, with a jar that leads to the classes under test. */
public final class Checkout {

  private static final int PATIENCE_SECONDS = 240;

  private final Path root;

  private Checkout(Path root) {
    this.root = root;
  }

  /** Copies the launcher; nothing is built there yet. */
  public static Checkout create(Path root) throws IOException {
    Path launcher = root.resolve("web/bin/escarole");
    Files.createDirectories(launcher.getParent());
    Files.copy(Path.of("bin/escarole"), launcher);
    Files.copy(Path.of("bin/compiler.json"), launcher.resolveSibling("compiler.json"));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Checkout(root);
  }

  public Path launcher() {
    return root.resolve("web/bin/escarole");
  }

  public Path root() {
    return root;
  }

  /** Puts there what a build leaves, and an archive that is empty, so that none is made. */
  public Checkout built() throws IOException {
    Files.createDirectories(root.resolve("web/target/lib"));
    writeJar(root.resolve("web/target/escarole-web.jar"));
    Files.createFile(root.resolve("web/target/launcher-" + javaVersion() + ".jsa"));
    Files.setLastModifiedTime(
        root.resolve("web/target/escarole-web.jar"),
        FileTime.fromMillis(System.currentTimeMillis() - 60_000));
    return this;
  }

  private static String javaVersion() {
    return System.getProperty("java.version").replaceAll("[^0-9.].*", "");
  }

  /** Writes a jar whose manifest names the class path of this process. */
  static void writeJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" "));
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
  }

  /** Starts a program in a directory, with its output in files beside the checkout. */
  public ProcessBuilder process(Path command, Path directory, String... args) {
    List<String> words = new ArrayList<>(List.of(command.toString()));
    words.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.redirectOutput(root.resolve("out.txt").toFile());
    builder.redirectError(root.resolve("err.txt").toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("ESCAROLE_DATA", root.resolve("data").toString());
    environment.remove("ESCAROLE_JAVA_OPTS");
    environment.remove("JAVA_TOOL_OPTIONS");
    return builder;
  }

  /** Waits for the end and returns the exit code. */
  public static int end(Process process) throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the process did not end");
    }
    return process.exitValue();
  }

  String out() throws IOException {
    return Files.readString(root.resolve("out.txt"), StandardCharsets.UTF_8);
  }

  String err() throws IOException {
    return Files.readString(root.resolve("err.txt"), StandardCharsets.UTF_8);
  }
}
