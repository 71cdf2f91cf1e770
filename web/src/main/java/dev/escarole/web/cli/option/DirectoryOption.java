package dev.escarole.web.cli.option;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The directories that commands may use beside their workspace. */
public final class DirectoryOption {

  @Option(
      names = "--dir",
      paramLabel = "HOST::GUEST[:ro]",
      description =
          "Lets commands use the directory HOST under the path GUEST; may be repeated."
              + " With :ro they can only read it.")
  private List<String> directories = new ArrayList<>();

  /** All directories granted, without the workspace, whose place is taken. */
  public List<DirectoryGrant> grantsBesideWorkspace(Console console) {
    return grants(
        console, Set.of("/workspace"), "Choose another guest path; /workspace is always there.");
  }

  /** All directories granted, where there is no workspace. */
  public List<DirectoryGrant> grants(Console console) {
    return grants(console, Set.of(), "Choose another guest path.");
  }

  private List<DirectoryGrant> grants(Console console, Set<String> taken, String hint) {
    List<DirectoryGrant> grants = new ArrayList<>();
    Set<String> guests = new HashSet<>(taken);
    for (String text : directories) {
      DirectoryGrant grant = parse(console, text);
      if (!guests.add(grant.guest())) {
        throw badDirectory(
            "--dir " + text + ": the guest path " + grant.guest() + " is taken already", hint);
      }
      grants.add(grant);
    }
    return grants;
  }

  private static DirectoryGrant parse(Console console, String text) {
    DirectoryGrant grant;
    try {
      grant = DirectoryGrant.parse(text, console::locate);
    } catch (IllegalArgumentException e) {
      throw badDirectory(
          String.valueOf(e.getMessage()), "Write for example --dir ./data::/data:ro");
    }
    if (!Files.isDirectory(grant.host())) {
      throw badDirectory(
          "--dir " + text + ": " + grant.host() + " is not a directory",
          "Create it, or correct the path before '::'.");
    }
    return grant;
  }

  private static UsageException badDirectory(String message, String hint) {
    return new UsageException("bad-directory", message, hint);
  }
}
