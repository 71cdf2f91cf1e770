package dev.escarole.spring.batch;

import dev.escarole.engine.Engine;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredRun;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.AbstractResource;

/** The result text of a run that has ended, as what the reader of a step reads. Immutable. */
public final class RunOutputResource extends AbstractResource {

  private final Engine engine;
  private final RunId run;

  /**
   * @param run such as the entry {@link RecipeTasklet#RUN} of an execution context
   */
  public RunOutputResource(Engine engine, RunId run) {
    this.engine = engine;
    this.run = run;
  }

  static byte[] text(Engine engine, StoredRun run) {
    String sha256 = run.stdoutSha256();
    return sha256 == null ? new byte[0] : engine.records().content(sha256).orElse(new byte[0]);
  }

  @Override
  public boolean exists() {
    return engine.records().run(run).isPresent();
  }

  @Override
  public InputStream getInputStream() throws FileNotFoundException {
    StoredRun stored =
        engine
            .records()
            .run(run)
            .filter(each -> each.status().isOver())
            .orElseThrow(() -> new FileNotFoundException(getDescription() + " has not ended"));
    return new ByteArrayInputStream(text(engine, stored));
  }

  @Override
  public String getDescription() {
    return "the output of run " + run;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RunOutputResource that && engine == that.engine && run.equals(that.run);
  }

  @Override
  public int hashCode() {
    return Objects.hash(run);
  }
}
