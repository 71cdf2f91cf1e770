package dev.escarole.web.cli.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.web.app.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes one JSON document to standard output: indented for people, on one line for programs. */
public final class JsonOutput {

  private JsonOutput() {}

  interface Document {
    void write(JsonGenerator json) throws IOException;
  }

  public static void print(Console console, Document document) {
    try (JsonGenerator json = new JsonFactory().createGenerator(console.results())) {
      if (console.terminal().stdout()) {
        json.useDefaultPrettyPrinter();
      }
      document.write(json);
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a document on one line, also for people. */
  public static void printLine(Console console, Object document) {
    try (JsonGenerator json = new JsonFactory().createGenerator(console.results())) {
      Documents.write(json, document);
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a reply. */
  public static void print(Console console, Object reply) {
    print(console, json -> Documents.write(json, reply));
  }
}
