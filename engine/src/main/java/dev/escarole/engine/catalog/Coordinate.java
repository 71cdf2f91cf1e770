package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.Coordinate.Debian;
import dev.escarole.engine.catalog.Coordinate.Local;
import dev.escarole.engine.catalog.Coordinate.Maven;
import dev.escarole.engine.catalog.Coordinate.Npm;
import dev.escarole.engine.catalog.Coordinate.Web;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a program is published. */
public sealed interface Coordinate permits Npm, Maven, Debian, Web, Local {

  /** Returns the coordinate as a catalogue writes it, without the path in an archive. */
  String text();

  /** Returns the path of the program in the archive; empty if the file is the program itself. */
  String member();

  /** Returns this coordinate with another path in the archive. */
  Coordinate withMember(String member);

  /**
   * A package of an npm registry.
   *
   * @param name with its scope, such as {@code @esbuild/wasi-preview1}
   */
  record Npm(String name, String version, String member) implements Coordinate {
    @Override
    public String text() {
      return "npm:" + name + "@" + version;
    }

    @Override
    public Coordinate withMember(String other) {
      return new Npm(name, version, other);
    }

    /** Returns the scope with its {@code @}; empty without one. */
    String scope() {
      return name.startsWith("@") ? name.substring(0, name.indexOf('/')) : "";
    }

    /** Returns the path of the archive below the registry's address. */
    String path() {
      String plain = name.substring(name.indexOf('/') + 1);
      return "%s/-/%s-%s.tgz".formatted(name, plain, version);
    }
  }

  /** An artifact of a Maven repository, a jar. */
  record Maven(String group, String artifact, String version, String member) implements Coordinate {
    @Override
    public String text() {
      return "mvn:" + group + ":" + artifact + ":" + version;
    }

    @Override
    public Coordinate withMember(String other) {
      return new Maven(group, artifact, version, other);
    }

    /** Returns the path of the jar below the repository's address. */
    String path() {
      return "%s/%s/%s/%s-%s.jar"
          .formatted(group.replace('.', '/'), artifact, version, artifact, version);
    }
  }

  /**
   * A file of a Debian archive.
   *
   * @param path below the directory {@code pool}, such as {@code main/h/hello/hello_2.10.tar.gz}
   */
  record Debian(String path, String member) implements Coordinate {
    @Override
    public String text() {
      return "deb:" + path;
    }

    @Override
    public Coordinate withMember(String other) {
      return new Debian(path, other);
    }

    /** Returns the component of the archive, such as {@code main}. */
    String component() {
      return path.substring(0, path.indexOf('/'));
    }
  }

  /** A file or archive at an https address. */
  record Web(URI address, String member) implements Coordinate {
    @Override
    public String text() {
      return address.toString();
    }

    @Override
    public Coordinate withMember(String other) {
      return new Web(address, other);
    }
  }

  /**
   * A file or archive of this machine.
   *
   * @param path absolute, or relative to the directory of the catalogue
   */
  record Local(String path, String member) implements Coordinate {
    @Override
    public String text() {
      return "file:" + path;
    }

    @Override
    public Coordinate withMember(String other) {
      return new Local(path, other);
    }
  }

  /** How coordinates are written. */
  final class Syntax {
    private static final String PART = "[A-Za-z0-9][A-Za-z0-9_.+-]*";
    private static final Pattern NPM =
        Pattern.compile("npm:((?:@" + PART + "/)?" + PART + ")@(" + PART + ")");
    private static final Pattern MAVEN =
        Pattern.compile("mvn:(" + PART + "):(" + PART + "):(" + PART + ")");
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.+~-]*";
    private static final Pattern DEBIAN = Pattern.compile("deb:(" + NAME + "(?:/" + NAME + "){3})");

    private Syntax() {}

    /**
     * Parses a coordinate.
     *
     * @throws IllegalArgumentException if it has none of the forms; the message lists them
     */
    static Coordinate parse(String text) {
      int bang = text.indexOf('!');
      String place = bang < 0 ? text : text.substring(0, bang);
      String member = bang < 0 ? "" : text.substring(bang + 1);
      Matcher npm = NPM.matcher(place);
      if (npm.matches()) {
        return new Npm(npm.group(1), npm.group(2), member);
      }
      Matcher maven = MAVEN.matcher(place);
      if (maven.matches()) {
        return new Maven(maven.group(1), maven.group(2), maven.group(3), member);
      }
      Matcher debian = DEBIAN.matcher(place);
      if (debian.matches()) {
        return new Debian(debian.group(1), member);
      }
      if (place.startsWith("https://") && URI.create(place).getHost() != null) {
        return new Web(URI.create(place), member);
      }
      if (place.startsWith("file:") && place.length() > "file:".length()) {
        return new Local(place.substring("file:".length()), member);
      }
      throw new IllegalArgumentException(
          "must be npm:PACKAGE@VERSION!PATH, mvn:GROUP:ARTIFACT:VERSION!PATH,"
              + " deb:COMPONENT/LETTER/SOURCE/FILE, https://… or file:…, was '"
              + text
              + "'");
    }
  }
}
