package dev.escarole.s3;

import dev.escarole.engine.store.output.OutputStore;
import dev.escarole.engine.store.output.OutputStoreProvider;
import java.net.URI;

/**
 * Opens buckets at {@code s3://bucket/prefix}. Credentials are found as all programs with Amazon's
 * client find them: variables of the environment, system properties, {@code ~/.aws/credentials}, or
 * the role of the machine. Thread-safe.
 */
public final class S3Provider implements OutputStoreProvider {

  @Override
  public String scheme() {
    return "s3";
  }

  @Override
  public OutputStore open(URI address) {
    return S3OutputStore.open(S3Address.of(address));
  }
}
