import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes THIRD-PARTY.txt, the licences of all libraries with their texts, and escarole.cdx.json, the
 * bill of materials with the Java runtime added: {@code java -cp JACKSON Notices.java SBOM LIB
 * LICENCES RUNTIME OUT}. Fails if the text of a licence is missing.
 *
 * <p>A library's own text is what its jar holds, or the file {@code LICENCES/GROUP.txt}; if it has
 * neither, that of the licence that its pom names, {@code LICENCES/SPDX-ID.txt}.
 */
final class Notices {

  private static final Pattern TEXT =
      Pattern.compile(
          "(META-INF/)?(licen[sc]es?/)?(LICEN[SC]E|NOTICE|COPYING|about)[^/]*",
          Pattern.CASE_INSENSITIVE);
  private static final String RULE = "=".repeat(80) + "\n";

  private final Path lib;
  private final Path licences;
  private final StringBuilder out = new StringBuilder();

  /** Texts that several libraries have, by the number under which they are printed. */
  private final Map<String, Integer> texts = new LinkedHashMap<>();

  private final List<String> missing = new ArrayList<>();

  private Notices(Path lib, Path licences) {
    this.lib = lib;
    this.licences = licences;
  }

  public static void main(String[] args) throws IOException {
    ObjectMapper json = new ObjectMapper();
    ObjectNode bom = (ObjectNode) json.readTree(Path.of(args[0]).toFile());
    Path out = Path.of(args[4]);
    addRuntime(bom, Path.of(args[3]));
    Files.writeString(
        out.resolve("escarole.cdx.json"),
        json.writerWithDefaultPrettyPrinter().writeValueAsString(bom) + "\n");
    String notices = new Notices(Path.of(args[1]), Path.of(args[2])).of(bom);
    Files.writeString(out.resolve("THIRD-PARTY.txt"), notices);
  }

  private static void addRuntime(ObjectNode bom, Path runtime) throws IOException {
    Properties release = new Properties();
    release.load(new StringReader(Files.readString(runtime.resolve("release"))));
    ObjectNode java = ((ArrayNode) bom.path("components")).addObject();
    java.put("type", "platform").put("bom-ref", "java-runtime").put("name", "Java runtime");
    java.put("publisher", unquoted(release, "IMPLEMENTOR"));
    java.put("version", unquoted(release, "JAVA_VERSION"));
    java.put("description", "Modules: " + unquoted(release, "MODULES"));
    java.putArray("licenses")
        .addObject()
        .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
  }

  private static String unquoted(Properties release, String name) {
    return release.getProperty(name, "").replace("\"", "");
  }

  private String of(JsonNode bom) throws IOException {
    out.append("Escarole contains these libraries. Each is followed by its licences, and by the\n");
    out.append("numbers of their texts below. The Java runtime has its own texts in runtime/legal.\n\n");
    Map<String, JsonNode> components = new TreeMap<>();
    for (JsonNode component : bom.path("components")) {
      if (component.path("type").asText().equals("library")
          && !component.path("group").asText().equals("dev.escarole")) {
        components.put(
            component.path("group").asText() + ":" + component.path("name").asText(), component);
      }
    }
    for (Map.Entry<String, JsonNode> each : components.entrySet()) {
      describe(each.getKey(), each.getValue());
    }
    own("wasi-libc and musl, in the built-in commands", "wasi-libc");
    own("compiler-rt of LLVM, in the built-in commands", "compiler-rt");
    if (!missing.isEmpty()) {
      throw new IOException("no text of a licence for " + missing);
    }
    texts.forEach(
        (text, number) ->
            out.append('\n').append(RULE).append('[').append(number).append("]\n\n").append(text));
    return out.toString();
  }

  private void own(String title, String file) throws IOException {
    out.append(title).append(": [");
    out.append(number(Files.readString(licences.resolve(file + ".txt")))).append("]\n");
  }

  private void describe(String name, JsonNode component) throws IOException {
    List<String> ids = new ArrayList<>();
    for (JsonNode licence : component.path("licenses")) {
      String expression = licence.path("expression").asText();
      String id = licence.path("license").path("id").asText();
      ids.add(
          !expression.isEmpty()
              ? expression
              : id.isEmpty() ? licence.path("license").path("name").asText() : id);
    }
    Set<String> own = texts(component);
    if (own.isEmpty()) {
      for (String id : ids) {
        Path text = licences.resolve(id.replace(' ', '-') + ".txt");
        if (Files.exists(text)) {
          own.add(Files.readString(text));
        }
      }
    }
    if (own.isEmpty()) {
      missing.add(name + " " + ids);
    }
    out.append(name).append(' ').append(component.path("version").asText()).append(": ");
    out.append(String.join(", ", ids)).append(" [");
    out.append(
        own.stream().map(text -> String.valueOf(number(text))).collect(Collectors.joining(", ")));
    out.append("]\n");
  }

  private int number(String text) {
    String plain = text.replace("\r\n", "\n").stripTrailing() + "\n";
    return texts.computeIfAbsent(plain, unused -> texts.size() + 1);
  }

  private Set<String> texts(JsonNode component) throws IOException {
    Set<String> found = new LinkedHashSet<>();
    Path ofGroup = licences.resolve(component.path("group").asText() + ".txt");
    if (Files.exists(ofGroup)) {
      found.add(Files.readString(ofGroup));
    }
    Path jar =
        lib.resolve(
            component.path("name").asText() + "-" + component.path("version").asText() + ".jar");
    if (!Files.exists(jar)) {
      throw new IOException(jar + " is not there");
    }
    try (ZipFile zip = new ZipFile(jar.toFile());
        Stream<? extends ZipEntry> entries = zip.stream()) {
      for (ZipEntry entry :
          entries
              .filter(each -> !each.isDirectory() && TEXT.matcher(each.getName()).matches())
              .filter(each -> !each.getName().endsWith(".class"))
              .toList()) {
        found.add(new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return found;
  }
}
