package dev.escarole.samples.bench.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A server that has two tools and says yes to everything. */
final class WrongServer {

  private WrongServer() {}

  public static void main(String[] args) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode request = mapper.readTree(line);
      if (request.has("id")) {
        ObjectNode answer = mapper.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        ObjectNode result = answer.putObject("result").put("isError", true);
        result.putArray("tools").add("one").add("two");
        result.putArray("content").addObject().put("text", "{\"success\":true,\"data\":{}}");
        System.out.println(mapper.writeValueAsString(answer));
      }
    }
  }
}
