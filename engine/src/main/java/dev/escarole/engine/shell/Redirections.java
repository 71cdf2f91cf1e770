package dev.escarole.engine.shell;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.shell.ShellError.Access;
import dev.escarole.engine.wasi.FileQuota;
import dev.escarole.engine.wasi.FileRefusedException;
import dev.escarole.engine.wasi.GrantedFiles;
import dev.escarole.engine.wasi.Preopen;
import java.util.List;

/** The files of redirections, reached exactly as a guest with the same directories would. */
final class Redirections {

  private final GrantedFiles files;

  Redirections(List<DirectoryGrant> directories) {
    List<Preopen> preopens =
        directories.stream()
            .map(each -> new Preopen(each.host(), each.guest(), each.mode() == Mode.READ_WRITE))
            .toList();
    this.files = new GrantedFiles(preopens, FileQuota.defaults());
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
