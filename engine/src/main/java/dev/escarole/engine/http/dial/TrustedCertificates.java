package dev.escarole.engine.http.dial;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Certificates that a channel trusts in place of those that Java brings. */
public final class TrustedCertificates {

  private TrustedCertificates() {}

  /**
   * Reads a file in PEM.
   *
   * @throws GeneralSecurityException if it holds no certificate, or something else
   */
  public static SSLSocketFactory in(Path file) throws IOException, GeneralSecurityException {
    Collection<? extends Certificate> certificates;
    try (InputStream text = Files.newInputStream(file)) {
      certificates = CertificateFactory.getInstance("X.509").generateCertificates(text);
    }
    if (certificates.isEmpty()) {
      throw new CertificateException("there is no certificate in the file");
    }
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    int number = 0;
    for (Certificate each : certificates) {
      trusted.setCertificateEntry("ca" + number++, each);
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context.getSocketFactory();
  }
}
