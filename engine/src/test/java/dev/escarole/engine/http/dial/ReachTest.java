package dev.escarole.engine.http.dial;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses can be reached. */
class ReachTest {

  private static final Reach PUBLIC = new Reach(List.of(), null);

  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByName(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.1",
        "2130706433",
        "169.254.169.254",
        "172.31.255.255",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2001::1",
        "2002:7f00:1::",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "fec0::1",
        "ff02::1"
      })
  void private_addresses_are_refused_in_all_their_forms(String text) throws Exception {
    assertThat(PUBLIC.permits(address(text))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1.1.1", "8.8.8.8", "172.32.0.1", "192.169.0.1", "2606:4700::1111"})
  void public_addresses_are_permitted(String text) throws Exception {
    assertThat(PUBLIC.permits(address(text))).isTrue();
  }

  @Test
  void what_the_operator_allows_is_permitted_and_nothing_beside_it() throws Exception {
    Reach reach =
        new Reach(
            List.of(
                AddressRange.parse("10.1.0.0/16").orElseThrow(),
                AddressRange.parse("::1").orElseThrow()),
            null);
    assertThat(reach.permits(address("10.1.255.1"))).isTrue();
    assertThat(reach.permits(address("10.2.0.1"))).isFalse();
    assertThat(reach.permits(address("::1"))).isTrue();
    assertThat(reach.permits(address("127.0.0.1"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "ten", "10", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "a:b/12x", "host"})
  void what_is_no_range_is_none(String text) {
    assertThat(AddressRange.parse(text)).isEmpty();
  }
}
