package dev.escarole.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.content.LostContentException;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.output.OutputPlace;
import dev.escarole.engine.store.output.OutputStore;
import dev.escarole.engine.store.output.OutputStore.StoredObject;
import dev.escarole.recipe.RecipeReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A bucket of a real server, which checks signatures. */
@Timeout(300)
class S3OutputStoreTest {

  private static final String KEY = "db/ab/abcd-1";
  private static final String SECRET = "not-to-be-shown";

  @TempDir Path directory;

  private FilesystemNio2BlobStore blobs;
  private S3Proxy server;

  @BeforeEach
  void start() throws Exception {
    System.setProperty("aws.accessKeyId", "escarole");
    System.setProperty("aws.secretAccessKey", SECRET);
    blobs =
        new FilesystemNio2BlobStore(Files.createDirectory(directory.resolve("buckets")).toString());
    blobs.createContainer("runs");
    server =
        S3Proxy.builder()
            .blobStore(blobs)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, "escarole", SECRET)
            .build();
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
    blobs.close();
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  private String address(String bucket) {
    return "s3://%s/large/outputs?endpoint=http://127.0.0.1:%d".formatted(bucket, server.getPort());
  }

  private OutputStore open() {
    return OutputPlace.of(address("runs")).open();
  }

  private static ByteArrayInputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @Test
  void object_isReadInParts_listed_andDeleted() throws IOException {
    byte[] bytes = bytes(1000);
    try (OutputStore store = open()) {
      assertThat(store.read(KEY, 0, 10)).isEmpty();
      store.put(KEY, 1000, stream(bytes));
      store.put("db/ab/abcd-2", 0, stream(new byte[0]));
      store.put("db/cd/cdef-1", 1, stream(new byte[1]));
      assertThat(store.read(KEY, 0, 5000)).hasValue(bytes);
      assertThat(store.read(KEY, 990, 5)).hasValue(Arrays.copyOfRange(bytes, 990, 995));
      assertThat(store.read(KEY, 990, 50)).hasValue(Arrays.copyOfRange(bytes, 990, 1000));
      assertThat(store.read(KEY, 1000, 5)).hasValue(new byte[0]);
      assertThat(store.read("db/ab/abcd-2", 0, 1)).hasValue(new byte[0]);
      assertThat(store.list("db/ab"))
          .extracting(StoredObject::key)
          .containsExactlyInAnyOrder(KEY, "db/ab/abcd-2");
      assertThat(store.list("db/ab").get(0).storedAt())
          .isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now().plusSeconds(60));
      store.delete(List.of(KEY, "db/ab/none"));
      assertThat(store.list("db/ab")).extracting(StoredObject::key).containsExactly("db/ab/abcd-2");
      assertThat(store.list("db/none")).isEmpty();
    }
  }

  @Test
  void object_ofManyParts_isWholeOrAbsent() throws IOException {
    int size = (40 << 20) + 7;
    byte[] bytes = bytes(size);
    try (OutputStore store = open()) {
      assertThatThrownBy(() -> store.put(KEY, size + 1L, stream(bytes)))
          .isInstanceOf(EOFException.class);
      assertThat(store.list("db/ab")).isEmpty();
      assertThat(blobs.listMultipartUploads("runs")).isEmpty();
      store.put(KEY, size, stream(bytes));
      assertThat(store.read(KEY, 0, size)).hasValue(bytes);
      assertThat(store.list("db/ab")).extracting(StoredObject::size).containsExactly((long) size);
    }
  }

  @Test
  void failure_isOneThatMayPass_andShowsNoSecret() throws Exception {
    System.setProperty("aws.secretAccessKey", "wrong-secret");
    try (OutputStore store = open()) {
      assertThatThrownBy(() -> store.put(KEY, 1, stream(new byte[1])))
          .isInstanceOf(IOException.class)
          .message()
          .doesNotContain("wrong-secret")
          .doesNotContain(SECRET);
    }
    System.setProperty("aws.secretAccessKey", SECRET);
    try (OutputStore store = OutputPlace.of(address("none")).open()) {
      assertThatThrownBy(() -> store.read(KEY, 0, 1)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> store.put(KEY, 1, stream(new byte[1])))
          .isInstanceOf(IOException.class);
    }
    OutputStore store = open();
    server.stop();
    assertThatThrownBy(() -> store.read(KEY, 0, 1)).isInstanceOf(IOException.class);
    store.close();
    server.start();
  }

  @Test
  void address_namesBucketPrefixRegionAndEndpoint() {
    S3Address full =
        S3Address.of(
            URI.create("s3://runs/a/b/?region=eu-west-1&endpoint=https%3A%2F%2Fminio%3A9000"));
    assertThat(full)
        .isEqualTo(new S3Address("runs", "a/b/", "eu-west-1", URI.create("https://minio:9000")));
    assertThat(full.words()).isEqualTo("s3://runs/a/b/ at https://minio:9000");
    assertThat(S3Address.of(URI.create("s3://runs")).prefix()).isEmpty();
    for (String wrong :
        List.of(
            "s3:///a",
            "s3://runs?secret=x",
            "s3://runs?region",
            "s3://runs/a%20b",
            "s3://runs?endpoint=ftp://x",
            "s3://runs?endpoint=https://me:pw@host")) {
      assertThatThrownBy(() -> S3Address.of(URI.create(wrong)))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .message()
          .doesNotContain("pw");
    }
  }

  private EngineOptions options() {
    return EngineOptions.at(directory.resolve("data")).withOutputs(address("runs"));
  }

  private static byte[] stdout(Engine engine, RunId run) {
    StoredAttempt attempt = engine.records().attempts(run).get(0);
    return engine.records().contentParts(attempt.stdout()).orElseThrow().toArray();
  }

  private static RunId run(Engine engine, String command) throws InterruptedException {
    return engine
        .run(RunRequest.of(new RecipeReader().read("\"" + command + "\"", "s3.json")).build())
        .run();
  }

  private List<String> objects() {
    return blobs.list("runs").contents().stream()
        .filter(each -> each.size() > 0)
        .map(S3Object::key)
        .toList();
  }

  @Test
  void engine_keepsLargeOutputsInTheBucket_andDeletesThemWithTheirRuns() throws Exception {
    RunId run;
    RunId other;
    try (Engine engine = Engine.open(options())) {
      run = run(engine, "seq 100000");
      assertThat(objects()).hasSize(1);
      other = run(engine, "seq 90000");
    }
    try (Engine engine = Engine.open(options())) {
      assertThat(new String(stdout(engine, run), StandardCharsets.UTF_8))
          .hasSize(588_895)
          .endsWith("\n100000\n");
      assertThat(engine.housekeeping().delete(Set.of(other)).runs()).hasSize(1);
      assertThat(objects()).hasSize(1);
      assertThat(stdout(engine, run)).hasSize(588_895);
      blobs.removeBlob("runs", objects().get(0));
      assertThatThrownBy(() -> stdout(engine, run))
          .isInstanceOf(LostContentException.class)
          .hasMessageContaining("is missing in the output store s3://runs/large/outputs/");
    }
  }

  @Test
  void engine_isNotOpenedWhileTheBucketIsAway() throws Exception {
    EngineOptions options = options();
    server.stop();
    assertThatThrownBy(() -> Engine.open(options))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("The output store s3://runs/large/outputs/");
    server.start();
  }
}
