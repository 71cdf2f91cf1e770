package dev.escarole.web.app.command;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;

/** How a command was built from source. */
public record BuildPicture(
    @Documented("SHA-256 over language, options, sources and compilers, in hex.") String build,
    String language,
    @Documented("The sources, the main one first.") List<HashedName> sources,
    @Documented("The commands that compiled them, with their artifacts.")
        List<HashedName> compilers,
    @Documented("Options of the compiler.") List<String> options,
    @Documented("The principal that asked for the build.") String builder,
    Instant at) {

  public BuildPicture {
    sources = List.copyOf(sources);
    compilers = List.copyOf(compilers);
    options = List.copyOf(options);
  }

  /** A name with the hash of its bytes. */
  public record HashedName(String name, @Documented("In hex.") String sha256) {}
}
