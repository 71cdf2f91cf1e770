package dev.escarole.web.agent.mcp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Messages of clients that went wrong in all the ways that somebody thought of, and at random. */
final class HostileMessages {

  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"cli\","
          + "\"arguments\":{\"command\":\"version\"},\"_meta\":{\"progressToken\":\"t\"}}}";

  private static final List<String> SOUND =
      List.of(
          CALL,
          "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}",
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}}",
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/list\",\"params\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"resources/read\","
              + "\"params\":{\"uri\":\"escarole://runs/x\"}}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
              + "\"params\":{\"requestId\":7}}",
          "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
              + "\"2025-06-18\",\"capabilities\":{},"
              + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "1e999",
          "9223372036854775808",
          "\"\"",
          "[]",
          "{}",
          "[[]]",
          "{\"a\":null}",
          "\"\\ud800\"",
          "\"2.0\"",
          "\"tools/call\"",
          "NaN");

  private HostileMessages() {}

  /** What is known to have broken servers. */
  static List<String> known() {
    List<String> known =
        new ArrayList<>(
            List.of(
                "0",
                "[]",
                "{}",
                "null",
                "true",
                "\"x\"",
                "{not json",
                "",
                " ",
                "}",
                "[" + CALL + "]",
                "{\"jsonrpc\":\"2.0\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"x\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}",
                CALL + CALL,
                CALL + " x",
                "[".repeat(100_000),
                "{\"a\":".repeat(5_000),
                "x".repeat((1 << 18) + 10),
                "\u0000",
                "\uFEFF" + CALL));
    for (String id : VALUES) {
      known.add("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
    }
    for (String value : VALUES) {
      known.add("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":" + value + "}");
      for (String method : List.of("tools/call", "initialize", "resources/read", "tools/list")) {
        known.add(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
                .formatted(method, value));
      }
      known.add(CALL.replace("\"cli\"", value));
      known.add(CALL.replace("\"version\"", value));
      known.add(CALL.replace("{\"command\":\"version\"}", value));
      known.add(CALL.replace("{\"progressToken\":\"t\"}", value));
      known.add(CALL.replace("\"t\"", value));
      known.add(SOUND.get(6).replace("\"2025-06-18\"", value));
      known.add(SOUND.get(6).replace("\"capabilities\":{}", "\"capabilities\":" + value));
      known.add(SOUND.get(6).replace("\"t\"", value));
    }
    return known;
  }

  /** A sound message with random damage; no line break in it. */
  static byte[] damaged(long seed) {
    Random random = new Random(seed);
    byte[] bytes = SOUND.get(random.nextInt(SOUND.size())).getBytes(StandardCharsets.UTF_8).clone();
    int wounds = 1 + random.nextInt(4);
    for (int i = 0; i < wounds; i++) {
      bytes = wounded(bytes, random);
    }
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        bytes[i] = ' ';
      }
    }
    return bytes;
  }

  private static byte[] wounded(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length + 1);
    int end = Math.min(bytes.length, at + random.nextInt(12));
    return switch (random.nextInt(4)) {
      case 0 -> spliced(bytes, at, end, new byte[0]);
      case 1 -> {
        byte[] noise = new byte[random.nextInt(6)];
        random.nextBytes(noise);
        yield spliced(bytes, at, at, noise);
      }
      case 2 ->
          spliced(
              bytes,
              at,
              end,
              VALUES.get(random.nextInt(VALUES.size())).getBytes(StandardCharsets.UTF_8));
      default -> {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int colon = text.indexOf(':', Math.min(at, text.length()));
        int comma = text.indexOf(',', Math.max(colon, 0));
        yield colon < 0 || comma < 0
            ? spliced(bytes, at, end, new byte[0])
            : spliced(
                bytes,
                colon + 1,
                comma,
                VALUES.get(random.nextInt(VALUES.size())).getBytes(StandardCharsets.UTF_8));
      }
    };
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] put) {
    byte[] result = new byte[from + put.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(put, 0, result, from, put.length);
    System.arraycopy(bytes, to, result, from + put.length, bytes.length - to);
    return result;
  }
}
