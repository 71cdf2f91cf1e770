package dev.escarole.engine.store.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryRemoval;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.output.OutputPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;

/** Any bytes, of any size around the threshold and the sizes of blocks, are read as written. */
class OutsidePropertyTest {

  private static final int ABOVE = 1024;
  private static final Path DIRECTORY = directory();
  private static final Database DATABASE =
      Database.open(StoreOptions.memory(), UnaryOperator.identity());
  private static final OutsideContents OUTSIDE =
      OutsideContents.in(OutputPlace.of(DIRECTORY.toString()).open(), ABOVE);
  private static final Contents CONTENTS = new Contents(DATABASE, OUTSIDE);
  private static final Placing PLACING = new Placing(DATABASE, OUTSIDE, InstantSource.system());

  static {
    OUTSIDE.use(OUTSIDE.newFolder());
  }

  private static Path directory() {
    try {
      return Files.createTempDirectory("outside-");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterContainer
  static void close() throws IOException {
    OUTSIDE.close();
    DATABASE.close();
    DirectoryRemoval.remove(DIRECTORY);
  }

  @Provide
  Arbitrary<Integer> sizes() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(1, 3 * ABOVE),
        Arbitraries.integers().between(ABOVE - 2, ABOVE + 2),
        Arbitraries.integers().between(BlockHashes.BLOCK - 2, BlockHashes.BLOCK + 2),
        Arbitraries.integers().between(2 * BlockHashes.BLOCK - 2, 2 * BlockHashes.BLOCK + 2),
        Arbitraries.integers().between(ContentRows.PART - 2, ContentRows.PART + 2));
  }

  @Property(tries = 200)
  void bytes_areReadAsWritten(
      @ForAll("sizes") int size, @ForAll long seed, @ForAll @IntRange(max = 600_000) int at) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    Content content = Content.of(bytes);
    PLACING.write(
        () -> List.of(content),
        () ->
            DATABASE.transact(
                "insert",
                connection -> {
                  PLACING.insert(connection, List.of(content));
                  return true;
                }));

    ContentRef ref = new ContentRef(content.sha256(), size, 0);
    assertThat(CONTENTS.read(ref).orElseThrow().toArray()).isEqualTo(bytes);
    int from = at % (size + 10);
    int length = at % 1000;
    byte[] expected =
        from >= size
            ? new byte[0]
            : Arrays.copyOfRange(bytes, from, (int) Math.min(size, (long) from + length));
    if (size > 512) {
      // Smaller ones are in the rows of their attempts.
      assertThat(CONTENTS.readPart(ref, from, length)).hasValue(expected);
    }
    assertThat(CONTENTS.size(ref)).hasValue(size);
    boolean outside =
        DATABASE.<Boolean>with(
            "look",
            connection -> !UnusedContents.named(connection, List.of(content.sha256())).isEmpty());
    assertThat(outside).isEqualTo(size > ABOVE);
  }
}
