package dev.escarole.s3;

import dev.escarole.engine.store.output.OutputRejectedException;
import dev.escarole.engine.store.output.OutputStore;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Keeps objects in a bucket. Large ones are sent in parts, so that no more than a part is in
 * memory; an object is there when all of it is.
 */
final class S3OutputStore implements OutputStore {

  private static final Logger LOG = LoggerFactory.getLogger(S3OutputStore.class);

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ATTEMPT = Duration.ofSeconds(60);
  private static final Duration CALL = Duration.ofMinutes(3);

  /** Bytes of a part; S3 wants 5 MiB or more, and takes 10,000 parts. */
  private static final int PART = 16 << 20;

  /** Of an endpoint that does not care. */
  private static final Region ANY_REGION = Region.US_EAST_1;

  private static final int BEYOND_END = 416;

  /** What is wrong with the object itself. */
  private static final Set<String> REJECTED =
      Set.of("EntityTooLarge", "KeyTooLongError", "InvalidObjectName");

  private final S3Address address;
  private final S3Client client;

  private S3OutputStore(S3Address address, S3Client client) {
    this.address = address;
    this.client = client;
  }

  static S3OutputStore open(S3Address address) {
    S3ClientBuilder builder =
        S3Client.builder()
            .credentialsProvider(DefaultCredentialsProvider.builder().build())
            .httpClientBuilder(
                UrlConnectionHttpClient.builder().connectionTimeout(CONNECT).socketTimeout(ATTEMPT))
            // Many stores do not know the newer checksums; ours are in the database.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(
                ClientOverrideConfiguration.builder()
                    .apiCallAttemptTimeout(ATTEMPT)
                    .apiCallTimeout(CALL)
                    .build());
    String region = address.region();
    if (region != null) {
      builder.region(Region.of(region));
    }
    if (address.endpoint() != null) {
      builder.endpointOverride(address.endpoint()).forcePathStyle(true);
      if (region == null) {
        builder.region(ANY_REGION);
      }
    }
    try {
      return new S3OutputStore(address, builder.build());
    } catch (SdkException e) {
      throw new IllegalArgumentException(
          "the bucket %s cannot be used: %s".formatted(address.words(), e.getMessage()), e);
    }
  }

  @Override
  public String place() {
    return address.words();
  }

  private String name(String key) {
    return address.prefix() + key;
  }

  @Override
  public void put(String key, long size, InputStream bytes) throws IOException {
    byte[] first = part(bytes, size);
    if (first.length == size) {
      call(
          () ->
              client.putObject(
                  put -> put.bucket(address.bucket()).key(name(key)),
                  RequestBody.fromBytes(first)));
      return;
    }
    String upload =
        call(
            () ->
                client
                    .createMultipartUpload(create -> create.bucket(address.bucket()).key(name(key)))
                    .uploadId());
    boolean complete = false;
    try {
      List<CompletedPart> parts = parts(key, upload, size, first, bytes);
      call(
          () ->
              client.completeMultipartUpload(
                  all ->
                      all.bucket(address.bucket())
                          .key(name(key))
                          .uploadId(upload)
                          .multipartUpload(list -> list.parts(parts))));
      complete = true;
    } finally {
      if (!complete) {
        abort(key, upload);
      }
    }
  }

  private List<CompletedPart> parts(
      String key, String upload, long size, byte[] first, InputStream bytes) throws IOException {
    List<CompletedPart> parts = new ArrayList<>();
    byte[] part = first;
    long left = size;
    while (left > 0) {
      int number = parts.size() + 1;
      byte[] sent = part;
      String tag =
          call(
              () ->
                  client
                      .uploadPart(
                          one ->
                              one.bucket(address.bucket())
                                  .key(name(key))
                                  .uploadId(upload)
                                  .partNumber(number),
                          RequestBody.fromBytes(sent))
                      .eTag());
      parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
      left -= sent.length;
      part = part(bytes, left);
    }
    return parts;
  }

  /** Reads the next part. */
  private static byte[] part(InputStream bytes, long left) throws IOException {
    int wanted = (int) Math.min(PART, left);
    byte[] part = bytes.readNBytes(wanted);
    if (part.length < wanted) {
      throw new EOFException("there are %d bytes less than expected".formatted(left - part.length));
    }
    return part;
  }

  /** Parts that stay cost money, and are removed by a rule of the bucket. */
  private void abort(String key, String upload) {
    try {
      client.abortMultipartUpload(
          all -> all.bucket(address.bucket()).key(name(key)).uploadId(upload));
    } catch (SdkException e) {
      LOG.warn("An unfinished upload is left in {}: {}", place(), e.getMessage());
    }
  }

  @Override
  public Optional<byte[]> read(String key, long from, int length) throws IOException {
    if (length == 0) {
      return Optional.of(new byte[0]);
    }
    String range = "bytes=%d-%d".formatted(from, from + length - 1);
    try {
      return Optional.of(
          client
              .getObjectAsBytes(get -> get.bucket(address.bucket()).key(name(key)).range(range))
              .asByteArray());
    } catch (NoSuchKeyException e) {
      return Optional.empty();
    } catch (S3Exception e) {
      if (e.statusCode() == BEYOND_END) {
        return Optional.of(new byte[0]);
      }
      throw failed(e);
    } catch (SdkException e) {
      throw failed(e);
    }
  }

  @Override
  public void delete(Collection<String> keys) throws IOException {
    // One by one: for many at once, stores want different checksums.
    for (String key : keys) {
      call(() -> client.deleteObject(one -> one.bucket(address.bucket()).key(name(key))));
    }
  }

  @Override
  public List<StoredObject> list(String folder) throws IOException {
    String prefix = name(folder) + "/";
    return call(
        () ->
            client
                .listObjectsV2Paginator(list -> list.bucket(address.bucket()).prefix(prefix))
                .contents()
                .stream()
                .map(
                    found ->
                        new StoredObject(
                            found.key().substring(address.prefix().length()),
                            found.size(),
                            found.lastModified()))
                .toList());
  }

  private interface Call<T> {
    T run();
  }

  private static <T> T call(Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (S3Exception e) {
      AwsErrorDetails details = e.awsErrorDetails();
      if (details != null && REJECTED.contains(details.errorCode())) {
        throw new OutputRejectedException(String.valueOf(e.getMessage()), e);
      }
      throw failed(e);
    } catch (SdkException e) {
      throw failed(e);
    }
  }

  private static IOException failed(SdkException e) {
    return new IOException(e.getMessage(), e);
  }

  @Override
  public void close() {
    client.close();
  }
}
