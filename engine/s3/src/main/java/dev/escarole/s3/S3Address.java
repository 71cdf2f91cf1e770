package dev.escarole.s3;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Address of a bucket: {@code s3://bucket/prefix?region=…&endpoint=…}. Immutable.
 *
 * @param prefix of the keys, which ends with a slash; empty for none
 * @param region null for that of the environment
 * @param endpoint of a store other than Amazon's; null for Amazon's
 */
record S3Address(String bucket, String prefix, @Nullable String region, @Nullable URI endpoint) {

  private static final Pattern PREFIX = Pattern.compile("([A-Za-z0-9._-]+/)*");

  private static final String FORM = "write for example s3://bucket/prefix?region=eu-central-1";

  static S3Address of(URI address) {
    String bucket = address.getAuthority();
    if (bucket == null || address.getFragment() != null) {
      throw new IllegalArgumentException("an address of S3 names a bucket; " + FORM);
    }
    Map<String, String> settings = settings(address.getRawQuery());
    String region = settings.remove("region");
    String endpoint = settings.remove("endpoint");
    if (!settings.isEmpty()) {
      throw new IllegalArgumentException(
          "an address of S3 has the settings region and endpoint, not %s; %s"
              .formatted(String.join(", ", settings.keySet()), FORM));
    }
    return new S3Address(
        bucket, prefix(address.getPath()), region, endpoint == null ? null : endpoint(endpoint));
  }

  private static String prefix(@Nullable String path) {
    String bare = path == null ? "" : path.replaceFirst("^/", "").replaceFirst("/$", "");
    String prefix = bare.isEmpty() ? "" : bare + "/";
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "a prefix in S3 consists of letters, digits, dots, hyphens and slashes; " + FORM);
    }
    return prefix;
  }

  private static Map<String, String> settings(@Nullable String query) {
    Map<String, String> settings = new HashMap<>();
    for (String each : query == null ? new String[0] : query.split("&", -1)) {
      int equals = each.indexOf('=');
      if (equals <= 0) {
        throw new IllegalArgumentException("a setting of an address of S3 has no value; " + FORM);
      }
      settings.put(
          each.substring(0, equals),
          URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return settings;
  }

  private static URI endpoint(String text) {
    URI endpoint = URI.create(text);
    boolean http = "https".equals(endpoint.getScheme()) || "http".equals(endpoint.getScheme());
    if (!http || endpoint.getHost() == null || endpoint.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "the endpoint of S3 is an address such as https://minio.example:9000, without a user");
    }
    return endpoint;
  }

  /** For people. */
  String words() {
    return "s3://" + bucket + "/" + prefix + (endpoint == null ? "" : " at " + endpoint);
  }
}
