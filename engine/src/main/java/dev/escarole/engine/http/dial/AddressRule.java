package dev.escarole.engine.http.dial;

import java.net.InetAddress;

/** Decides which addresses of a name may be connected to. Implementations are immutable. */
public interface AddressRule {

  /** Returns whether this address may be connected to. */
  boolean permits(InetAddress address);

  /** Returns the clause that ends the sentence "HOST is the private address ADDRESS, ...". */
  String refusal();
}
