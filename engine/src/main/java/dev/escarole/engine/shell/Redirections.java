package dev.escarole.engine.shell;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.shell.ShellError.Access;
import dev.escarole.engine.wasi.FileQuota;
import dev.escarole.engine.wasi.GrantedFiles;
import dev.escarole.engine.wasi.GrantedFiles.FileRefusedException;
import dev.escarole.engine.wasi.Preopen;
import dev.escarole.engine.wasi.host.HostBarrier;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The files of redirections, with the same access as a guest with these directories. */
final class Redirections {

  private final List<DirectoryGrant> directories;
  private final Function<DirectoryGrant, Optional<String>> refusal;
  private final GrantedFiles files;

  Redirections(
      List<DirectoryGrant> directories,
      ReservedPlaces reserved,
      Function<DirectoryGrant, Optional<String>> refusal) {
    this.directories = directories;
    this.refusal = refusal;
    List<Preopen> preopens =
        directories.stream().map(each -> preopen(each, directories, reserved)).toList();
    this.files = new GrantedFiles(preopens, FileQuota.defaults());
  }

  private static Preopen preopen(
      DirectoryGrant grant, List<DirectoryGrant> all, ReservedPlaces reserved) {
    return new Preopen(
        grant.host(),
        grant.guest(),
        grant.mode() == Mode.READ_WRITE,
        new HostBarrier(
            entry -> reserved.hides(grant.mode(), entry),
            opened -> reserved.check(grant, all, opened)));
  }

  private interface Use<T> {
    T of(GrantedFiles files) throws FileRefusedException;
  }

  byte[] read(String file, int most) throws LineStopped {
    return use(file, each -> each.read(file, most));
  }

  void checkWritable(String file) throws LineStopped {
    use(
        file,
        each -> {
          each.checkWritable(file);
          return file;
        });
  }

  void write(String file, byte[] bytes, boolean append) throws LineStopped {
    use(
        file,
        each -> {
          each.write(file, bytes, append);
          return file;
        });
  }

  private <T> T use(String file, Use<T> use) throws LineStopped {
    for (DirectoryGrant each : directories) {
      Optional<String> refused = refusal.apply(each);
      if (refused.isPresent()) {
        throw new LineStopped(new ShellError.File(Access.OUTSIDE_SANDBOX, file, refused.get()));
      }
    }
    try {
      return use.of(files);
    } catch (FileRefusedException e) {
      Access access =
          switch (e.reason()) {
            case OUTSIDE -> Access.OUTSIDE_SANDBOX;
            case READ_ONLY -> Access.READ_ONLY;
            case FAILED -> Access.FILE_ERROR;
          };
      throw new LineStopped(new ShellError.File(access, file, String.valueOf(e.getMessage())));
    }
  }
}
