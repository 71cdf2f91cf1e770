package dev.escarole.engine;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.await.AwaitKey;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs and verifies the tokens in the URLs of callbacks: a wait, and an HMAC of it. A caller with
 * the token may answer this wait, and can make no other. Immutable and thread-safe.
 */
final class CallbackToken {

  private static final String HMAC = "HmacSHA256";

  /** So that the key cannot be made to sign something else in the future. */
  private static final String PURPOSE = "escarole callback ";

  private static final int LONGEST = 200;
  private static final Pattern FORM =
      Pattern.compile("([0-9A-Za-z-]{1,40})\\.([0-9]{1,9})\\.([0-9]{1,9})\\.([0-9A-Za-z_-]{43})");

  private final SecretKeySpec key;

  CallbackToken(byte[] secret) {
    this.key = new SecretKeySpec(secret, HMAC);
  }

  String of(AwaitKey await) {
    String named = await.run().value() + "." + await.step() + "." + await.attempt();
    return named + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature(named));
  }

  /** The wait of a token; empty if it was not made with this key. */
  Optional<AwaitKey> verified(String token) {
    Matcher parts = FORM.matcher(token.length() > LONGEST ? "" : token);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String named = token.substring(0, token.lastIndexOf('.'));
    byte[] given = parts.group(4).getBytes(StandardCharsets.US_ASCII);
    byte[] right = Base64.getUrlEncoder().withoutPadding().encode(signature(named));
    // Takes the same time for every wrong signature. Compared as text, so that one signature has
    // one form.
    if (!MessageDigest.isEqual(given, right)) {
      return Optional.empty();
    }
    return Optional.of(
        new AwaitKey(
            new RunId(parts.group(1)),
            Integer.parseInt(parts.group(2)),
            Integer.parseInt(parts.group(3))));
  }

  private byte[] signature(String named) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac.doFinal((PURPOSE + named).getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("BUG: every Java platform has " + HMAC, e);
    }
  }
}
