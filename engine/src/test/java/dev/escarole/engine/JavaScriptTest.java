package dev.escarole.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.catalog.FetchProgress;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command {@code js} with the QuickJS of the catalogue, which is fetched: only with {@code
 * -Descarole.thorough=true}. How it is linked is tested by {@code ModuleLinkerTest}, always.
 */
@Timeout(900)
class JavaScriptTest {

  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");
  private static final Principal OPERATOR = Principal.localOperator();

  @TempDir Path data;
  @TempDir Path work;

  /** What a case does not say: exit code 0, no error, no input. */
  private record Case(List<String> arguments, String stdin, String stdout, int exit, String error) {

    static Case prints(String stdout, String... arguments) {
      return new Case(List.of(arguments), "", stdout, 0, "");
    }

    static Case fails(int exit, String error, String... arguments) {
      return new Case(List.of(arguments), "", "", exit, error);
    }
  }

  private static final String FAR = "https://example.org/x.mjs";

  private static final List<Case> CASES =
      List.of(
          Case.prints("42\n", "-e", "console.log(6*7)"),
          Case.prints("{ a: [ 1, 'x' ] }\n", "-p", "({a: [1, 'x']})"),
          Case.prints(
              "[ 'js', '<eval>', 'a b', '-c' ]\n", "-e", "console.log(process.argv)", "a b", "-c"),
          new Case(List.of("-"), "console.log('from', 'stdin')", "from stdin\n", 0, ""),
          new Case(
              List.of("-e", "console.log(require('fs').readFileSync(0, 'utf8').length)"),
              "é\n",
              "2\n",
              0,
              ""),
          Case.prints("[ 'js', '/work/main.mjs', 'x' ] 42 7\n", "/work/main.mjs", "x"),
          Case.prints("1 2 3\n", "-e", "setTimeout(() => console.log(1, 2, 3), 5)"),
          Case.prints(
              "late\n", "-e", "console.log(await new Promise(r => setTimeout(r, 1, 'late')))"),
          Case.prints(
              "RangeError\n",
              "-e",
              "function f() { return f() + 1 } try { f() } catch (e) { console.log(e.name) }"),
          Case.prints("0\n", "-p", "Object.keys(process.env).length"),
          Case.prints(
              "written é\n",
              "-e",
              "const fs = require('fs'); fs.mkdirSync('/work/d/e', {recursive: true}); fs.writeFileSync('/work/d/e/f', 'written '); fs.appendFileSync('/work/d/e/f', 'é'); console.log(fs.readFileSync('/work/d/e/f', 'utf8')); fs.rmSync('/work/d', {recursive: true})"),
          Case.fails(
              1,
              "Uncaught TypeError: bad\n    at <eval> (<eval>:1:",
              "-e",
              "throw new TypeError('bad')"),
          Case.fails(1, "Uncaught Error: lost", "-e", "Promise.reject(new Error('lost'))"),
          Case.fails(1, "Uncaught 'text'", "-e", "throw 'text'"),
          Case.fails(1, "SyntaxError", "-e", "let ="),
          Case.fails(
              1,
              "ENOENT: No such file or directory, open '/etc/passwd'",
              "-e",
              "require('fs').readFileSync('/etc/passwd')"),
          Case.fails(1, "ENOENT", "-e", "require('fs').readFileSync('/work/../etc/passwd')"),
          Case.fails(1, "there is no module 'left-pad'", "-m", "-e", "import 'left-pad'"),
          Case.fails(1, "there is no module '" + FAR + "'", "-m", "-e", "import '" + FAR + "'"),
          Case.fails(1, "ENOENT", "-m", "-e", "import '/work/absent.mjs'"),
          Case.fails(3, "", "-e", "process.exitCode = 3"),
          Case.fails(4, "", "-e", "process.exit(4); console.log('not reached')"),
          Case.fails(13, "js: the program waits", "-e", "await new Promise(() => {})"),
          Case.fails(2, "absent.js: No such file or directory", "/work/absent.js"),
          Case.fails(2, "", "--wrong"));

  private InvocationResult run(CommandHost host, Case each) {
    Invocation call =
        Invocation.of("js")
            .arguments(each.arguments())
            .stdin(each.stdin().getBytes(UTF_8))
            .directories(List.of(new DirectoryGrant(work, "/work", DirectoryGrant.Mode.READ_WRITE)))
            .build();
    return host.execute(OPERATOR, call);
  }

  private static void add(CommandHost host, String row) throws Exception {
    ProgramFetcher fetcher =
        new ProgramFetcher(MachineSettings.ofThisProcess(), host.catalog().directory(), null);
    host.addAll(
        CatalogCommands.fetch(host, host.catalog().open().find(row), fetcher, FetchProgress.NONE));
  }

  @Test
  void programs_runAsTheirAuthorsExpect() throws Exception {
    if (!THOROUGH) {
      return;
    }
    Files.createDirectories(work.resolve("lib"));
    Files.writeString(work.resolve("lib/twice.mjs"), "export const twice = x => x * 2;");
    Files.writeString(work.resolve("data.json"), "{\"n\": 7}");
    Files.writeString(
        work.resolve("main.mjs"),
        """
        #!/usr/bin/env js
        import {twice} from './lib/twice.mjs';
        import data from './data.json';
        console.log(process.argv, twice(21), data.n);
        """);
    try (CommandHost host = CommandHost.open(data, warning -> {})) {
      add(host, "js");
      for (Case each : CASES) {
        InvocationResult result = run(host, each);
        assertThat(result.stdout().utf8()).as("%s", each).isEqualTo(each.stdout());
        assertThat(result.outcome()).as("%s", each).isEqualTo(Outcome.exited(each.exit()));
        assertThat(result.stderr().utf8()).as("%s", each).contains(each.error());
      }
      numbersDiffer(host);
    }
  }

  /** A frozen generator would give every leaf the same numbers. */
  private void numbersDiffer(CommandHost host) {
    Case random = Case.prints("", "-p", "Math.random() + crypto.randomUUID() + Date.now()");
    String first = run(host, random).stdout().utf8();
    assertThat(run(host, random).stdout().utf8()).isNotEqualTo(first);
    Case date = Case.prints("", "-p", "Date.now() > 1.7e12 && performance.now() < 1e5");
    assertThat(run(host, date).stdout().utf8()).isEqualTo("true\n");
  }

  @Test
  void programs_builtAndFrozen_runAsCommands() throws Exception {
    if (!THOROUGH) {
      return;
    }
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      try (CommandHost host = CommandHost.open(data, warning -> {})) {
        add(host, "js");
      }
      Map<String, byte[]> files = new LinkedHashMap<>();
      files.put(
          "main.mjs",
          """
          import {shout} from './lib/shout.mjs';
          import {readFileSync} from 'node:fs';
          const rows = JSON.parse(readFileSync(0, 'utf8'));
          console.log(rows.map(shout).join(' '), process.argv.slice(2));
          process.exitCode = rows.length;
          """
              .getBytes(UTF_8));
      files.put("lib/shout.mjs", "export const shout = (s) => s.toUpperCase();".getBytes(UTF_8));
      Command built = build(engine, new Sources("shouts", "js", files, List.of()));
      Invocation call =
          Invocation.of("shouts")
              .arguments("one", "-e")
              .stdin("[\"a\", \"b\"]".getBytes(UTF_8))
              .build();
      for (int i = 0; i < 2; i++) {
        InvocationResult result = engine.call(OPERATOR, call);
        assertThat(result.stdout().utf8()).isEqualTo("A B [ 'one', '-e' ]\n");
        assertThat(result.outcome()).isEqualTo(Outcome.exited(2));
      }
      assertThat(Objects.requireNonNull(built.provenance()).compilers()).containsKey("js");
      Map<String, byte[]> wrong = new HashMap<>();
      wrong.put("main.mjs", "import './absent.mjs'".getBytes(UTF_8));
      assertThatThrownBy(() -> build(engine, new Sources("lost", "js", wrong, List.of())))
          .isInstanceOf(BuildFailedException.class)
          .hasMessageContaining("ENOENT")
          .hasMessageContaining("/build/absent.mjs");
    }
  }

  private static Command build(Engine engine, Sources sources) throws Exception {
    return engine.building().build(OPERATOR, sources, null, line -> {}).command();
  }
}
