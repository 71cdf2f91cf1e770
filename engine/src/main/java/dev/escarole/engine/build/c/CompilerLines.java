package dev.escarole.engine.build.c;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The command lines of a build and the recipe that runs them. Arguments that all files share stand
 * in a file, so that each leaf shows its own.
 */
final class CompilerLines {

  static final String COMPILER = "clang";
  static final String LINKER = "wasm-ld";

  /** The directory of the build, as its guests see it. */
  static final String BUILD = "/build";

  /** The directory that lanes keep, likewise. */
  static final String KEPT = "/lane";

  static final String SOURCES = "src";
  static final String OBJECTS = "objects";
  static final String DEPENDENCIES = "dependencies";
  static final String COMPILE_ARGUMENTS = "clang.args";
  static final String LINK_ARGUMENTS = "wasm-ld.args";
  static final String PROGRAM = "program.wasm";

  private static final String TRIPLE = "wasm32-unknown-wasip1";

  /** Its default of 64 KiB lets a deep recursion overwrite data silently. */
  private static final int STACK_BYTES = 1 << 20;

  /** POSIX calls that the C library only imitates. */
  private static final List<String> EMULATED =
      List.of("getpid", "mman", "process-clocks", "signal");

  private static final ObjectMapper JSON = new ObjectMapper();

  private CompilerLines() {}

  /**
   * Returns the arguments of {@code clang -cc1} for every file, as clang's driver would pass them.
   * Exceptions are those of the final standard, which {@code longjmp} uses.
   *
   * @param system directory of headers and libraries in {@link #KEPT}
   */
  static List<String> compiling(String system, List<String> flags) {
    String root = KEPT + "/" + system;
    Stream<String> fixed =
        Stream.of(
            "-triple",
            TRIPLE,
            "-emit-obj",
            "-O2",
            "-x",
            "c",
            "-mrelocation-model",
            "static",
            "-mframe-pointer=none",
            "-ffp-contract=on",
            "-fno-rounding-math",
            "-mconstructor-aliases",
            "-target-cpu",
            "generic",
            "-target-feature",
            "+exception-handling",
            "-target-feature",
            "+multivalue",
            "-target-feature",
            "+reference-types",
            "-exception-model=wasm",
            "-mllvm",
            "-wasm-enable-sjlj",
            "-mllvm",
            "-wasm-use-legacy-eh=false",
            "-fvisibility=hidden",
            "-fgnuc-version=4.2.1",
            "-ferror-limit",
            "19",
            "-vectorize-loops",
            "-vectorize-slp",
            "-resource-dir",
            root,
            "-isysroot",
            root,
            "-internal-isystem",
            root + "/include",
            "-internal-isystem",
            root + "/include/wasm32-wasip1",
            // Programs that hold the time when they were compiled come out the same each time.
            "-source-date-epoch",
            "0",
            "-working-directory",
            BUILD + "/" + SOURCES,
            "-sys-header-deps",
            "-MT",
            "object");
    Stream<String> emulated =
        EMULATED.stream()
            .map(each -> "-D_WASI_EMULATED_" + each.replace('-', '_').toUpperCase(Locale.ROOT));
    return Stream.of(fixed, emulated, flags.stream()).flatMap(each -> each).toList();
  }

  /** Returns the arguments of {@code wasm-ld} for this number of objects. */
  static List<String> linking(String system, int objects) {
    String library = KEPT + "/" + system + "/lib/wasm32-wasip1";
    Stream<String> before = Stream.of("-m", "wasm32", "-L" + library, library + "/crt1-command.o");
    Stream<String> all = IntStream.range(0, objects).mapToObj(CompilerLines::object);
    Stream<String> after =
        Stream.of(
            "-lc",
            KEPT + "/" + system + "/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a",
            "-z",
            "stack-size=" + STACK_BYTES,
            // An overflow traps instead of overwriting data.
            "--stack-first",
            "--strip-all",
            "-o",
            BUILD + "/" + PROGRAM);
    Stream<String> emulated = EMULATED.stream().map(each -> "-lwasi-emulated-" + each);
    return Stream.of(before, all, Stream.of("-lsetjmp"), emulated, after)
        .flatMap(each -> each)
        .toList();
  }

  private static String object(int index) {
    return BUILD + "/" + OBJECTS + "/" + index + ".o";
  }

  /** Returns a file of arguments, which LLVM's tools read as {@code @FILE}. */
  static String file(List<String> arguments) {
    return arguments.stream()
        .map(each -> '"' + each.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n")
        .collect(Collectors.joining());
  }

  /**
   * Returns the recipe that compiles some files, several at once, and links all.
   *
   * @param paths of all files; the place of each names its object
   * @param missing those that have no object yet
   * @param atOnce maximum number of files that are compiled at once
   */
  static String recipe(String name, List<String> paths, List<Integer> missing, int atOnce) {
    ObjectNode recipe = JSON.createObjectNode().put("description", "Builds " + name + " from C");
    ArrayNode steps = recipe.putArray("template");
    if (!missing.isEmpty()) {
      ObjectNode compile =
          steps
              .addObject()
              .put("label", "compile")
              .put("parallel", true)
              .put("concurrency", atOnce)
              .put("failure", "branch");
      ArrayNode leaves = compile.putArray("template");
      for (int index : missing) {
        String path = paths.get(index);
        leaves
            .addObject()
            .put("label", path)
            .put(
                "template",
                String.join(
                    " ",
                    COMPILER,
                    "-cc1",
                    "@" + BUILD + "/" + COMPILE_ARGUMENTS,
                    "-main-file-name",
                    path.substring(path.lastIndexOf('/') + 1),
                    "-dependency-file",
                    BUILD + "/" + DEPENDENCIES + "/" + index,
                    "-o",
                    object(index),
                    path));
      }
    }
    steps
        .addObject()
        .put("label", "link")
        .put("template", LINKER + " @" + BUILD + "/" + LINK_ARGUMENTS);
    return recipe.toString();
  }
}
