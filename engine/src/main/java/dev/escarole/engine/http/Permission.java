package dev.escarole.engine.http;

import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.broker.HttpPolicy;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.http.dial.AddressRange;
import dev.escarole.engine.http.dial.AddressRule;
import dev.escarole.engine.http.dial.Reach;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The permissions of a guest, from both sides: the operator's policy and the recipe. Immutable.
 *
 * @param principal whose policy it is
 * @param asked the grants of the recipe, or of the caller on a command line
 */
record Permission(String principal, HttpPolicy policy, List<HttpGrant> asked) {

  /** Names that no public registry assigns. */
  private static final Pattern INNER =
      Pattern.compile(
          ".*\\.(?:localhost|local|localdomain|internal|intranet|corp|home|lan|private|arpa|test)");

  Permission {
    asked = List.copyOf(asked);
  }

  /**
   * Checks one hop.
   *
   * @param how how the guest got there, such as "a redirect led there"; empty for its own request
   * @throws HttpDeniedException if one side does not permit it
   */
  void check(String method, Target target, String how) {
    boolean byPolicy = permits(policy.grants(), method, target);
    boolean byRecipe = permits(asked, method, target);
    if (byPolicy && byRecipe) {
      return;
    }
    String entry = entry(method, target);
    String missing =
        Stream.of(
                byRecipe
                    ? ""
                    : "the recipe does not list it (http: [%s]; on a command line --http '%s')"
                        .formatted(entry, option(method, target)),
                byPolicy
                    ? ""
                    : "the operator's policy does not grant it to '%s' (http: [%s])"
                        .formatted(principal, entry))
            .filter(each -> !each.isEmpty())
            .reduce((first, second) -> first + ", and " + second)
            .orElseThrow();
    throw new HttpDeniedException(
        "%s %s is not permitted%s: %s"
            .formatted(method, target.shown(), how.isEmpty() ? "" : " (" + how + ")", missing));
  }

  private static boolean permits(List<HttpGrant> grants, String method, Target target) {
    return grants.stream().anyMatch(each -> each.permits(method, target.origin(), target.path()));
  }

  private static String entry(String method, Target target) {
    return HttpGrant.DEFAULT_METHODS.contains(method)
        ? "{origin: \"%s\"}".formatted(target.origin())
        : "{origin: \"%s\", methods: [%s]}".formatted(target.origin(), method);
  }

  private static String option(String method, Target target) {
    return HttpGrant.DEFAULT_METHODS.contains(method)
        ? target.origin()
        : method + " " + target.origin();
  }

  /** Returns the rule for the addresses of the target's name. */
  AddressRule addresses(Target target) {
    return rule(target);
  }

  private PlaceRule rule(Target target) {
    String place = target.host() + ":" + target.port();
    boolean named = policy.privatePlaces().contains(place);
    return new PlaceRule(place, principal, named, target.bareHost());
  }

  /**
   * Checks a host that a proxy looks up. An address is judged as always. The address of a name is
   * not known here, so names that mean something only inside a network need the policy.
   *
   * @throws HttpDeniedException if it is not permitted
   */
  void checkProxied(Target target) {
    PlaceRule rule = rule(target);
    String host = target.bareHost();
    Optional<AddressRange> address = AddressRange.parse(host);
    boolean inner = !host.contains(".") || INNER.matcher(host).matches();
    boolean permitted =
        address.map(each -> rule.permits(each.first())).orElse(!inner || rule.named());
    if (!permitted) {
      throw new HttpDeniedException(
          "%s is not permitted: %s is a private %s, %s"
              .formatted(
                  target.shown(), host, address.isPresent() ? "address" : "name", rule.refusal()));
    }
  }

  /**
   * Public addresses, and private ones where the policy names the place. Addresses that answer for
   * the machine or its platform, such as those of metadata services, have to be named themselves:
   * no name may lead to them.
   */
  private record PlaceRule(String place, String principal, boolean named, String host)
      implements AddressRule {

    private static final List<AddressRange> BY_ADDRESS_ONLY =
        Stream.of(
                "0.0.0.0/8",
                "100.100.100.200",
                "169.254.0.0/16",
                "192.0.0.192",
                "224.0.0.0/3",
                "::",
                "fd00:ec2::254",
                "fd20:ce::254",
                "fe80::/10",
                "ff00::/8")
            .map(AddressRange::parse)
            .flatMap(Optional::stream)
            .toList();

    @Override
    public boolean permits(InetAddress address) {
      if (Reach.isPublic(address)) {
        return true;
      }
      boolean special =
          Stream.concat(Stream.of(address), Reach.embedded(address).stream())
              .anyMatch(form -> BY_ADDRESS_ONLY.stream().anyMatch(each -> each.contains(form)));
      return named && (!special || isAddress());
    }

    private boolean isAddress() {
      return AddressRange.parse(host).isPresent();
    }

    @Override
    public String refusal() {
      return named
          ? "which no name may lead to; name the address itself in 'http_private'"
          : "which 'http_private' of '%s' in the operator's policy does not name; add %s to it"
              .formatted(principal, place);
    }
  }
}
