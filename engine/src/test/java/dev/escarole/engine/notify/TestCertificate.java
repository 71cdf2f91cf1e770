package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate that was made a moment ago, which nobody trusts so far. */
public final class TestCertificate {

  private static final String PASSWORD = "a test needs no secret";

  private TestCertificate() {}

  /**
   * Makes a certificate.
   *
   * @param pem receives the certificate
   * @param name such as {@code dns:localhost}
   * @return what a server needs to use it
   */
  public static SSLContext make(Path pem, String name) throws Exception {
    Path keys = pem.resolveSibling(pem.getFileName() + ".p12");
    keytool(
        keys,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=a receiver",
        "-ext",
        "san=" + name,
        "-validity",
        "2");
    keytool(keys, "-exportcert", "-rfc", "-file", pem.toString());
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static void keytool(Path keys, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(words));
    command.addAll(
        List.of(
            "-alias",
            "receiver",
            "-keystore",
            keys.toString(),
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}
