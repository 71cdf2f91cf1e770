package dev.escarole.engine.inbox;

import dev.escarole.engine.EngineOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with an inbox of their own over an engine without a data directory. */
abstract class WithDropbox {

  @TempDir Path temporary;
  Dropbox box;

  @BeforeEach
  void open() throws Exception {
    box = new Dropbox(temporary.resolve("inbox"), EngineOptions.inMemory());
  }

  @AfterEach
  void close() {
    box.close();
  }
}
