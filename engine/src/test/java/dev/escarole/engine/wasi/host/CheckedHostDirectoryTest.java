package dev.escarole.engine.wasi.host;

import java.nio.file.Path;

class CheckedHostDirectoryTest extends HostDirectoryContract {

  @Override
  HostDirectory open(Path path) {
    return new CheckedHostDirectory(path, path, entry -> false);
  }
}
