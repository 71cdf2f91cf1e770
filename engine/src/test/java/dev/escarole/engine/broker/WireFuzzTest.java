package dev.escarole.engine.broker;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Decodes whatever Jazzer thinks of. In an ordinary build it only replays the committed corpus; how
 * to let it search is in the module's README.
 */
class WireFuzzTest {

  @FuzzTest(maxDuration = "5m")
  void decode_anyBytes_isARequestOrHasAName(byte[] bytes) {
    WireChecks.decodeAnything(bytes);
  }
}
