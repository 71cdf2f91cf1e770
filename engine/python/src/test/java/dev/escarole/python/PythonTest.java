package dev.escarole.python;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands {@code python} and {@code python3} as programs know them. */
class PythonTest {

  @TempDir Path directory;

  private static PythonRun code(String code, String... arguments) {
    String[] words = new String[arguments.length + 2];
    words[0] = "-c";
    words[1] = code;
    System.arraycopy(arguments, 0, words, 2, arguments.length);
    return PythonRun.of(words);
  }

  private PythonRun inWorkspace(String... arguments) {
    return PythonRun.of(arguments).directory(directory, "/workspace", Mode.READ_WRITE);
  }

  private void file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void code_gets_its_arguments() {
    assertThat(code("import sys; print(6 * 7, sys.argv)", "a", "-b", "ü").prints())
        .isEqualTo("42 ['-c', 'a', '-b', 'ü']\n");
  }

  @Test
  void a_program_comes_from_standard_input() {
    byte[] program = "import sys\nprint(__name__, sys.argv)".getBytes(UTF_8);
    assertThat(PythonRun.of().stdin(program).prints()).isEqualTo("__main__ ['']\n");
    assertThat(PythonRun.of("-", "x").stdin(program).prints()).isEqualTo("__main__ ['-', 'x']\n");
  }

  @Test
  void a_file_of_the_workspace_imports_its_neighbours() throws IOException {
    file("main.py", "import sys, near.deep\nprint(near.deep.X, __file__, sys.argv, sys.path[0])");
    file("near/__init__.py", "");
    file("near/deep.py", "X = 'deep'");
    assertThat(inWorkspace("main.py", "y").prints())
        .isEqualTo("deep main.py ['main.py', 'y'] /workspace\n");
    assertThat(inWorkspace("-I", "-c", "import near").result().stderr().utf8())
        .endsWith("ModuleNotFoundError: No module named 'near'\n");
    assertThat(inWorkspace("-m", "near.deep").prints()).isEmpty();
  }

  @Test
  void packages_come_from_PYTHONPATH_and_from_zip_files() throws IOException {
    file("wheels/pure.py", "def twice(x): return 2 * x");
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(directory.resolve("app.zip")))) {
      zip.putNextEntry(new ZipEntry("__main__.py"));
      zip.write("import helper; print(helper.X)".getBytes(UTF_8));
      zip.putNextEntry(new ZipEntry("helper.py"));
      zip.write("X = 'zipped'".getBytes(UTF_8));
    }
    PythonRun pure =
        code("import pure; print(pure.twice(21))")
            .directory(directory.resolve("wheels"), "/wheels", Mode.READ_ONLY);
    assertThat(pure.variable("PYTHONPATH", "/nowhere:/wheels").prints()).isEqualTo("42\n");
    assertThat(inWorkspace("app.zip").prints()).isEqualTo("zipped\n");
  }

  @Test
  void modules_run_as_scripts() {
    assertThat(
            PythonRun.of("-m", "json.tool", "--compact").stdin("[1, 2]".getBytes(UTF_8)).prints())
        .isEqualTo("[1,2]\n");
    assertThat(PythonRun.of("-m", "calendar", "2024", "2").prints()).contains("February 2024");
    InvocationResult unknown = PythonRun.of("-m", "nosuch").result();
    assertThat(unknown.outcome()).isEqualTo(Outcome.exited(1));
    assertThat(unknown.stderr().utf8()).contains("No module named nosuch");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "import sys; sys.exit(3)                          | 3 | ''",
        "import sys; sys.exit(-1)                         | 255 | ''",
        "import sys; sys.exit('so')                       | 1 | so",
        "exit()                                           | 0 | ''",
        "raise SystemExit                                 | 0 | ''",
        "1 / 0                                            | 1 | ZeroDivisionError: division by zero",
        "if                                               | 1 | SyntaxError: invalid syntax",
        "import atexit, sys; atexit.register(print, 1, file=sys.stderr) | 0 | 1",
      })
  void endings(String program, int status, String lastLine) {
    InvocationResult result = code(program).result();
    assertThat(result.outcome()).isEqualTo(Outcome.exited(status));
    String text = result.stderr().utf8().stripTrailing();
    assertThat(text.substring(text.lastIndexOf('\n') + 1)).isEqualTo(lastLine);
  }

  @Test
  void a_traceback_shows_the_program_and_nothing_of_ours() throws IOException {
    file("main.py", "import json\ndef f():\n    json.loads('{')\nf()\n");
    assertThat(inWorkspace("main.py").result().stderr().utf8())
        .startsWith(
            """
            Traceback (most recent call last):
              File "main.py", line 4, in <module>
                f()
              File "main.py", line 3, in f
                json.loads('{')
              File "/usr/lib/python3.11/json/__init__.py", line\
            """)
        .endsWith("(char 1)\n");
  }

  @Test
  void an_import_that_fails_shows_only_where_it_is() throws IOException {
    file("main.py", "import near\n");
    file("near.py", "import ctypes\n");
    assertThat(inWorkspace("main.py").result().stderr().utf8())
        .isEqualTo(
            """
            Traceback (most recent call last):
              File "main.py", line 1, in <module>
                import near
              File "/workspace/near.py", line 1, in <module>
                import ctypes
            ModuleNotFoundError: No module named 'ctypes': programs in the sandbox have no native\
             libraries
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-i          | Unknown option: -i",
        "-Iz         | Unknown option: -z",
        "--nosuch    | unknown option --nosuch",
        "-c          | Argument expected for the -c option",
      })
  void a_wrong_command_line_is_explained(String word, String message) {
    InvocationResult result = PythonRun.of(word).result();
    assertThat(result.outcome()).isEqualTo(Outcome.exited(2));
    assertThat(result.stderr().utf8()).startsWith(message + "\nusage: python [option]");
  }

  @Test
  void options_may_stand_together() {
    assertThat(PythonRun.of("-V").prints()).isEqualTo("Python 3.11.2\n");
    assertThat(PythonRun.of("-IBuc", "print(1)").prints()).isEqualTo("1\n");
    assertThat(PythonRun.of("-Werror", "-X", "dev", "-cprint(2)").prints()).isEqualTo("2\n");
    InvocationResult missing = PythonRun.of("no.py").result();
    assertThat(missing.outcome()).isEqualTo(Outcome.exited(2));
    assertThat(missing.stderr().utf8())
        .isEqualTo("python: can't open file '/no.py': [Errno 76] Capabilities insufficient\n");
  }

  @Test
  void bytes_go_through_unchanged() {
    byte[] all = new byte[70_000];
    IntStream.range(0, all.length).forEach(i -> all[i] = (byte) (i * 31 + i / 256));
    String copy = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())";
    assertThat(code(copy).stdin(all).result().stdout().bytes()).isEqualTo(all);
    String text = "import sys; sys.stdout.write(sys.stdin.read())";
    byte[] line = "grün\r\n\u0000\ud83d\ude00".getBytes(UTF_8);
    assertThat(code(text).stdin(line).result().stdout().utf8()).contains("grün", "\ud83d\ude00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import json; assert json.loads('{\"a\": [1.5, null]}') == {'a': [1.5, None]}",
        "import csv, io; assert list(csv.reader(io.StringIO('a,\"b,c\"'))) == [['a', 'b,c']]",
        "import re; assert re.sub(r'(\\w+) (\\w+)', r'\\2 \\1', 'a b') == 'b a'",
        "from datetime import *; assert date(2024, 2, 28) + timedelta(2) == date(2024, 3, 1)",
        "from decimal import *; assert str(Decimal('0.1') + Decimal('0.2')) == '0.3'",
        "import zlib; assert zlib.decompress(zlib.compress(b'x' * 99)) == b'x' * 99",
        "import gzip, io; assert gzip.decompress(gzip.compress(b'x')) == b'x'",
        "import sqlite3; d = sqlite3.connect(':memory:'); d.execute('create table t(a)');"
            + "d.executemany('insert into t values(?)', [(i,) for i in range(99)]);"
            + "assert d.execute('select sum(a) from t').fetchone() == (4851,)",
        "import hashlib; assert hashlib.sha256(b'').hexdigest()[:8] == 'e3b0c442'",
        "import xml.etree.ElementTree as e; assert e.fromstring('<a b=\"1\"/>').get('b') == '1'",
        "import wave, colorsys; assert colorsys.rgb_to_hsv(1, 0, 0) == (0.0, 1.0, 1.0)",
        "import doctest, tomllib, ipaddress, difflib, unittest, email.message, http.client, pickle",
        "import urllib.request, logging, timeit, sysconfig, importlib.metadata, zoneinfo",
        "import encodings.cp1252, encodings.euc_jp; assert 'é'.encode('cp1252') == b'\\xe9'",
        "import inspect, argparse; assert 'ArgumentParser' in dir(argparse)",
        "import pkgutil; assert 'wave' in [m.name for m in pkgutil.iter_modules()]",
      })
  void the_library_is_there(String program) {
    assertThat(code(program).prints()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "import subprocess; subprocess.run(['ls'])     | wasi does not support processes.",
        "import threading; threading.Thread().start()  | can't start new thread",
        "import socket; socket.socket()                | programs in the sandbox have no network",
        "import urllib.request as r; r.urlopen('http://example.org/') | programs in the sandbox have"
            + " no network",
        "import ctypes                                 | programs in the sandbox have no native libraries",
        "import test.support                           | this Python is built without it",
        "import tkinter                                | programs in the sandbox have no terminal",
      })
  void what_cannot_work_says_so(String program, String message) {
    InvocationResult result = code(program).result();
    assertThat(result.outcome()).isEqualTo(Outcome.exited(1));
    assertThat(result.stderr().utf8()).contains(message);
  }

  @Test
  void files_are_those_that_are_granted() throws IOException {
    file("in.txt", "one\ntwo\n");
    String copy =
        "import os; t = open('in.txt').read(); open('out.txt', 'w').write(t.upper());"
            + "os.makedirs('a/b'); print(os.getcwd(), sorted(os.listdir('/workspace')))";
    assertThat(inWorkspace("-c", copy).prints())
        .isEqualTo("/workspace ['a', 'in.txt', 'out.txt']\n");
    assertThat(directory.resolve("out.txt")).hasContent("ONE\nTWO\n");
    InvocationResult read =
        code("open('/workspace/x', 'w')")
            .directory(directory, "/workspace", Mode.READ_ONLY)
            .result();
    assertThat(read.outcome()).isEqualTo(Outcome.exited(1));
    assertThat(read.stderr().utf8()).contains("Error: [Errno ");
    assertThat(code("open('/etc/passwd')").result().stderr().utf8()).contains("PermissionError");
  }

  @Test
  void a_database_is_kept_in_a_file() {
    String add =
        "import sqlite3; d = sqlite3.connect('n.db'); d.execute('create table if not exists t(a)');"
            + "d.execute('insert into t values(1)'); d.commit();"
            + "print(d.execute('select count(*) from t').fetchone()[0])";
    assertThat(inWorkspace("-c", add).prints()).isEqualTo("1\n");
    assertThat(inWorkspace("-c", add).prints()).isEqualTo("2\n");
    assertThat(directory.resolve("n.db-journal")).doesNotExist();
  }

  @Test
  void what_was_not_closed_is_written_at_the_end() {
    String program =
        "f = open('left.txt', 'w'); f.write('kept')\n"
            + "class Last:\n def __del__(self): print('last', len('abc'))\n"
            + "x = Last(); x.me = x";
    assertThat(inWorkspace("-c", program).prints()).isEqualTo("last 3\n");
    assertThat(directory.resolve("left.txt")).hasContent("kept");
  }

  @Test
  void what_was_written_to_a_replaced_stream_is_not_lost() {
    assertThat(
            code("import io, sys; print('kept', file=sys.stdout); sys.stdout = io.StringIO()")
                .prints())
        .isEqualTo("kept\n");
  }

  @Test
  void modules_of_the_snapshot_can_be_imported_anew() {
    String reload =
        "import importlib, json, random, sys\n"
            + "json.dumps = None\n"
            + "importlib.reload(json)\n"
            + "for name in ('json', 'os', 'decimal', 'random', 'argparse'):\n"
            + "    before = sys.modules.pop(name)\n"
            + "    assert __import__(name) is not before, name\n"
            + "print(json.dumps([1]), json.JSONDecodeError.__module__)";
    assertThat(code(reload).prints()).isEqualTo("[1] json.decoder\n");
  }

  @Test
  void limits_end_it() {
    Limits little = Limits.defaults().withFuel(200_000_000);
    assertThat(code("while True: pass").limits(little).result().outcome().kind())
        .isEqualTo(Kind.OUT_OF_FUEL);
    Limits brief = Limits.defaults().withFuel(1L << 50).withWallClock(Duration.ofMillis(500));
    assertThat(code("while True: pass").limits(brief).result().outcome().kind())
        .isEqualTo(Kind.TIMED_OUT);
    Limits small = Limits.defaults().withMemoryBytes(32L << 20);
    assertThat(code("x = bytearray(100_000_000)").limits(small).result().stderr().utf8())
        .endsWith("MemoryError\n");
    String bomb = "x = []\nwhile True: x.append('y' * 100_000 + str(len(x)))";
    assertThat(code(bomb).limits(small).result().outcome()).isEqualTo(Outcome.exited(1));
    String deep = "def f(x): return f(x)\ntry: f(1)\nexcept RecursionError: print('deep')";
    assertThat(code(deep).prints()).isEqualTo("deep\n");
  }

  @Test
  void nothing_goes_from_one_leaf_to_the_next() {
    String leave =
        "import sys, json, os, builtins; json.left = sys.left = builtins.left = 1;"
            + "os.environ['LEFT'] = '1'; sys.path.append('/left'); json.dumps = None";
    String look =
        "import sys, json, os, builtins;"
            + "print(hasattr(json, 'left'), hasattr(sys, 'left'), hasattr(builtins, 'left'),"
            + "'LEFT' in os.environ, '/left' in sys.path, json.dumps([1]))";
    assertThat(code(leave).prints()).isEmpty();
    assertThat(code(look).prints()).isEqualTo("False False False False False [1]\n");
  }

  @Test
  void runs_are_repeatable_and_randomness_is_not() {
    PythonRun same = code("print({'a', 'b', 'c'}, hash('x'))").variable("NAME", "value");
    InvocationResult first = same.result();
    InvocationResult second = same.result();
    assertThat(second.stdout().utf8()).isEqualTo(first.stdout().utf8());
    assertThat(second.fuelUsed()).isEqualTo(first.fuelUsed());
    assertThat(first.purity()).isEqualTo(Purity.HERMETIC);
    PythonRun dice = code("import random, os, uuid; print(random.random(), os.urandom(4))");
    Set<String> seen = new HashSet<>();
    IntStream.range(0, 5).forEach(i -> seen.add(dice.prints()));
    assertThat(seen).hasSize(5);
    assertThat(dice.result().purity()).isEqualTo(Purity.IMPURE);
    assertThat(code("import statistics, random; random.seed(1); print(random.random())").prints())
        .isEqualTo("0.13436424411240122\n");
  }
}
