package dev.escarole.web.page;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A form in the encoding that browsers use for files. */
public final class FormParts {

  private static final String BORDER = "----border-7f3a";

  /** The type that goes with it. */
  public static final String TYPE = "multipart/form-data; boundary=" + BORDER;

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  /** Adds a field. */
  public FormParts with(String name, String value) {
    return part("name=\"" + name + "\"", value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a file; without a name nothing was chosen. */
  public FormParts withFile(String name, String fileName, byte[] bytes) {
    String type = "\r\nContent-Type: application/octet-stream";
    return part("name=\"%s\"; filename=\"%s\"%s".formatted(name, fileName, type), bytes);
  }

  private FormParts part(String about, byte[] bytes) {
    write("--" + BORDER + "\r\nContent-Disposition: form-data; " + about + "\r\n\r\n");
    body.writeBytes(bytes);
    write("\r\n");
    return this;
  }

  private void write(String text) {
    body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** All of it. */
  public byte[] bytes() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(body.toByteArray());
    whole.writeBytes(("--" + BORDER + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return whole.toByteArray();
  }
}
