package dev.escarole.engine.broker;

import dev.escarole.engine.command.Invocation;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Supplier;

/** Lets guests make HTTP requests. Thread-safe. */
@FunctionalInterface
public interface HttpGate {

  /** A gate that permits nothing. */
  HttpGate CLOSED = (call, guest, policy) -> CommandRunner.GuestCalls.NONE.http();

  /**
   * Prepares the requests of one guest; cheap, as most guests make none.
   *
   * @param call the guest's call, for the audit
   * @param guest its invocation, which holds the grants of the recipe
   * @param policy the policy of its principal, read for each request
   */
  GuestHttp open(Call call, Invocation guest, Supplier<HttpPolicy> policy);

  /** The HTTP requests of one guest. Confined to the guest's thread. */
  @FunctionalInterface
  interface GuestHttp {

    /**
     * Makes a request, or reads on in the response of the last one if the request is empty.
     *
     * @param request exactly one request, from position to limit; copied first
     * @param response receives the beginning of the response; may overlap the request
     * @param left the remaining wall clock of the guest
     * @return the number of bytes written, 0 at the end of a response, or the negative code of a
     *     {@link WireException.WireFault}, in which case nothing was sent
     * @throws HttpDeniedException if the request is not permitted
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    int answer(ByteBuffer request, ByteBuffer response, Duration left) throws InterruptedException;
  }
}
