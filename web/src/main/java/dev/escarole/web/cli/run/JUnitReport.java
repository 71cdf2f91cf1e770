package dev.escarole.web.cli.run;

import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestReport.Difference;
import dev.escarole.web.app.recipe.TestReport.TestedCase;
import dev.escarole.web.app.recipe.TestReport.TestedFile;
import dev.escarole.web.cli.text.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes results of tests as JUnit XML: a suite for each file, a case for each test. */
final class JUnitReport {

  private static final double MILLIS = 1000.0;

  private final XMLStreamWriter xml;

  private JUnitReport(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /**
   * Writes a file, whose directory is made if it is missing.
   *
   * @param shown the file in the words of the user
   * @throws UsageException if it cannot be written
   */
  static void write(TestReport report, Path file, Path shown) {
    try {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      Files.write(file, bytes(report));
    } catch (IOException e) {
      throw new UsageException(
          "unwritable-file",
          "the results cannot be written to '" + shown + "': " + e.getMessage(),
          "Name another file with --junit.");
    }
  }

  private static byte[] bytes(TestReport report) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory()
              .createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
      new JUnitReport(xml).all(report);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("BUG: XML in memory cannot be written", e);
    }
    return bytes.toByteArray();
  }

  private void all(TestReport report) throws XMLStreamException {
    xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
    xml.writeStartElement("testsuites");
    counts(report.tests(), report.failed(), report.broken());
    for (TestedFile file : report.files()) {
      suite(file);
    }
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void counts(int tests, int failures, int errors) throws XMLStreamException {
    attribute("tests", String.valueOf(tests + errors));
    attribute("failures", String.valueOf(failures));
    attribute("errors", String.valueOf(errors));
  }

  private void suite(TestedFile file) throws XMLStreamException {
    xml.writeStartElement("testsuite");
    attribute("name", file.file());
    int failed = (int) file.tests().stream().filter(each -> !each.passed()).count();
    counts(file.tests().size(), failed, file.errors().isEmpty() ? 0 : 1);
    attribute("time", seconds(file.tests().stream().mapToLong(TestedCase::durationMillis).sum()));
    for (TestedCase test : file.tests()) {
      testCase(file, test);
    }
    if (!file.errors().isEmpty()) {
      xml.writeStartElement("testcase");
      attribute("name", "the file can be used");
      attribute("classname", file.file());
      xml.writeStartElement("error");
      attribute("message", file.errors().get(0).message());
      text(
          file.errors().stream()
              .map(each -> each.message() + " (" + each.file() + ":" + each.line() + ")")
              .collect(Collectors.joining("\n")));
      xml.writeEndElement();
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void testCase(TestedFile file, TestedCase test) throws XMLStreamException {
    xml.writeStartElement("testcase");
    attribute("name", test.name());
    attribute("classname", file.file());
    attribute("time", seconds(test.durationMillis()));
    if (!test.passed()) {
      Difference first = test.differences().get(0);
      xml.writeStartElement("failure");
      attribute("message", first.what() + " is not as expected");
      text(
          test.differences().stream()
              .map(
                  each -> each.what() + "\nexpected: " + each.expected() + "\nis: " + each.actual())
              .collect(Collectors.joining("\n\n")));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, allowed(value));
  }

  private void text(String text) throws XMLStreamException {
    xml.writeCharacters(allowed(text));
  }

  /** Characters that XML cannot have are replaced. */
  private static String allowed(String text) {
    return text.codePoints()
        .map(c -> isAllowed(c) ? c : '\uFFFD')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isAllowed(int c) {
    boolean control = c < ' ' && c != '\t' && c != '\n' && c != '\r';
    return !control && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.3f", millis / MILLIS);
  }
}
