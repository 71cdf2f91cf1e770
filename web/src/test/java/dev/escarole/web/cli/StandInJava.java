package dev.escarole.web.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A program in the place of Java: it notes each call, leaves the files that Java would leave, and
 * shows its arguments. So tests of the script need not wait for Java, nor for each of its versions.
 */
final class StandInJava {

  private final Path home;

  private StandInJava(Path home) {
    this.home = home;
  }

  /** Makes one; while a file {@code wait} is in its directory, it trains and does not end. */
  static StandInJava create(Path home, String version) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Files.writeString(home.resolve("lib/modules"), "modules");
    Path java = home.resolve("bin/java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        home=$(dirname "$(dirname "$0")")
        for word in "$@"; do
          case $word in
            -XX:DumpLoadedClassList=*) kind=training; : >"${word#*=}" ;;
            -XX:AOTCacheOutput=*) kind=training; echo aot >"${word#*=}" ;;
            -Xshare:dump) kind=dump ;;
            -XX:SharedArchiveFile=*) [ "$kind" != dump ] || echo archive >"${word#*=}" ;;
            -Descarole.training.scope=*) scope=${word#*=} ;;
          esac
        done
        echo "${kind:-start}${scope:+ $scope}" >>"$home/calls"
        if [ "$kind" = training ]; then
          while [ -e "$home/wait" ]; do sleep 0.05; done
        fi
        [ -n "$kind" ] || printf '%s\\n' "$@"
        exit "${STAND_IN_STATUS:-0}"
        """);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new StandInJava(home);
  }

  Path home() {
    return home;
  }

  Path waiting() {
    return home.resolve("wait");
  }

  /** What it was called for: {@code training}, with its scope, {@code dump} or {@code start}. */
  List<String> calls() throws IOException {
    Path calls = home.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }
}
