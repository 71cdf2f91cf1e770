package dev.escarole.engine.wasi.host;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;

class SecureHostDirectoryTest extends HostDirectoryContract {

  @Override
  HostDirectory open(Path path) throws IOException {
    HostDirectory directory = HostDirectory.open(path, entry -> false);
    assumeThat(directory).isInstanceOf(SecureHostDirectory.class);
    return directory;
  }
}
