import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
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
 * bill of materials with the Java runtime added: {@code java -cp ESCAROLE Notices.java SBOM LIB
 * LICENCES RUNTIME OUT}. Fails if the text of a licence is missing.
 *
 * <p>A library's own text is what its jar holds, or the file {@code LICENCES/GROUP.txt}; if it has
 * neither, that of the licence that its pom names, {@code LICENCES/SPDX-ID.txt}.
 */
final class Notices {

  private static final Pattern TEXT =
      Pattern.compile(
          // Some hold those of what they contain in directories, or with a name before it.
          "((META-INF|about_files|licen[sc]es?)/([^/]+/)*)?([^/]+-)?(LICEN[SC]E|NOTICE|COPYING)[^/]*"
              + "|(META-INF/)?about[^/]*\\.html",
          Pattern.CASE_INSENSITIVE);

  /** What only says where the licence is to be found, or is there besides it. */
  private static final Pattern BESIDES =
      Pattern.compile("(.*/)?(NOTICE|about)[^/]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern FORM = Pattern.compile("(?i)copyright (\\(c\\) )?(<year>|year by)");

  /** Poms that name their licence in words of their own, or another than their LICENSE says. */
  private static final Map<String, List<String>> KNOWN =
      Map.of(
          "com.google.re2j", List.of("BSD-3-Clause"),
          "com.h2database", List.of("MPL-2.0", "EPL-1.0"),
          "org.jline", List.of("BSD-3-Clause"));

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
    correct(bom);
    addRuntime(bom, Path.of(args[3]));
    // The versions that engine/src/main/wasm/README.md names: those of Debian 12.
    addGuest(bom, "wasi-libc", "0.0~git20220510", "CC0-1.0 AND MIT AND BSD-2-Clause AND ISC");
    addGuest(bom, "compiler-rt", "14.0.6", "Apache-2.0 WITH LLVM-exception");
    // The versions that engine/python/src/main/python/sources.txt pins.
    addGuest(bom, "cpython", "3.11.2", "PSF-2.0");
    addGuest(bom, "expat", "2.5.0", "MIT");
    addGuest(bom, "libmpdec", "2.5.1", "BSD-2-Clause");
    addGuest(bom, "sqlite", "3.40.1", "blessing");
    addGuest(bom, "zlib", "1.2.13", "Zlib");
    Files.writeString(
        out.resolve("escarole.cdx.json"),
        json.writerWithDefaultPrettyPrinter().writeValueAsString(bom) + "\n");
    String notices = new Notices(Path.of(args[1]), Path.of(args[2])).of(bom);
    Files.writeString(out.resolve("THIRD-PARTY.txt"), notices);
  }

  private static void correct(ObjectNode bom) {
    for (JsonNode component : bom.path("components")) {
      List<String> known = KNOWN.get(component.path("group").asText());
      if (known != null) {
        ArrayNode licences = ((ObjectNode) component).putArray("licenses");
        known.forEach(id -> licences.addObject().putObject("license").put("id", id));
      }
    }
  }

  /** What the built-in commands are linked with, which no pom says. */
  private static void addGuest(ObjectNode bom, String name, String version, String licence) {
    ObjectNode guest = ((ArrayNode) bom.path("components")).addObject();
    guest.put("type", "library").put("bom-ref", "guest-" + name).put("name", name);
    guest.put("version", version).put("scope", "required");
    guest.put("description", "Linked into the built-in commands");
    guest.putArray("licenses").addObject().put("expression", licence);
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
          && !component.path("bom-ref").asText().startsWith("guest-")
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
    for (String part : List.of("cpython", "expat", "libmpdec", "sqlite", "zlib")) {
      own(part + ", in the command python", part);
    }
    if (!missing.isEmpty()) {
      throw new IOException("no text of a licence for " + missing);
    }
    texts.forEach(
        (text, number) ->
            out.append('\n').append(RULE).append('[').append(number).append("]\n\n").append(text));
    return out.toString();
  }

  /** What the engine's own jar says of what it is linked with; it is on the class path. */
  private void own(String title, String file) throws IOException {
    try (InputStream in = Notices.class.getResourceAsStream("/META-INF/licenses/" + file + ".txt")) {
      if (in == null) {
        throw new IOException("no text of a licence for " + title);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      out.append(title).append(": [").append(number(text)).append("]\n");
    }
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
    Set<String> own = new LinkedHashSet<>();
    if (!texts(component, own)) {
      boolean found = false;
      for (String id : ids) {
        Path text = licences.resolve(id + ".txt");
        // A form that nobody has filled in is nobody's licence.
        if (Files.exists(text) && !FORM.matcher(Files.readString(text)).find()) {
          own.add(Files.readString(text));
          found = true;
        }
      }
      if (!found) {
        missing.add(name + " " + ids);
      }
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

  /** Adds the library's own texts; whether one of them is its licence. */
  private boolean texts(JsonNode component, Set<String> found) throws IOException {
    boolean licensed = false;
    Path ofGroup = licences.resolve(component.path("group").asText() + ".txt");
    if (Files.exists(ofGroup)) {
      found.add(Files.readString(ofGroup));
      licensed = true;
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
        licensed |= !BESIDES.matcher(entry.getName()).matches();
      }
    }
    return licensed;
  }
}
