package dev.escarole.web.cli;

import java.io.ByteArrayOutputStream;
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

/**
 * A checkout of its own for the real launcher, with the one file made of the real script and of a
 * jar that leads to the classes under test. Nothing is kept in a cache unless a test says where.
 */
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
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Checkout(root);
  }

  public Path launcher() {
    return root.resolve("web/bin/escarole");
  }

  public Path root() {
    return root;
  }

  /** The one file that a build leaves. */
  Path file() {
    return root.resolve("web/target/escarole");
  }

  /** Puts there what a build leaves. */
  public Checkout built() throws IOException {
    Files.createDirectories(file().getParent());
    writeFile(file(), "0");
    return this;
  }

  /**
   * Writes the script with a jar behind it, a minute old.
   *
   * @param build what tells this build from others
   */
  static void writeFile(Path file, String build) throws IOException {
    String script = Files.readString(Path.of("src/main/launcher/escarole.sh"));
    Files.deleteIfExists(file);
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(script.replace("@build@", build).getBytes(StandardCharsets.UTF_8));
      out.write(jar());
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    long now = System.currentTimeMillis();
    Files.setLastModifiedTime(file, FileTime.fromMillis(now - 60_000));
  }

  /** A jar whose manifest names the class path of this process. */
  private static byte[] jar() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" "));
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new JarOutputStream(out, manifest).close();
    return out.toByteArray();
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
    environment.put("ESCAROLE_CACHE", "");
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
