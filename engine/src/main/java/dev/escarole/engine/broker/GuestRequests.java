package dev.escarole.engine.broker;

import dev.escarole.engine.broker.CommandRunner.NestedCalls;
import dev.escarole.engine.broker.WireException.WireFault;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Handles one guest's requests to run other commands ({@code host_exec}). A nested command has the
 * guest's directories, HTTP grants, limits and cancellation, an empty environment, and a depth
 * greater by one. Its fuel, memory and output are counted separately; its wall clock ends no later
 * than the guest's.
 *
 * <p>Confined to the guest's thread.
 */
public final class GuestRequests {

  private final Invocation guest;
  private final NestedCalls calls;

  /**
   * Creates the handler for one guest.
   *
   * @param guest the invocation of the guest itself
   * @param calls runs the nested commands
   */
  public GuestRequests(Invocation guest, NestedCalls calls) {
    this.guest = guest;
    this.calls = calls;
  }

  /**
   * Handles one request.
   *
   * @param request exactly one request, from position to limit; copied before anything runs
   * @param response receives the response; may overlap the request
   * @param left the remaining wall clock of the guest
   * @return the size of the response in bytes, or the code of a {@link WireFault}, in which case
   *     nothing ran
   */
  public int answer(ByteBuffer request, ByteBuffer response, Duration left) {
    if (response.remaining() < ExecResponse.LEAST_BYTES) {
      return WireFault.RESPONSE_TOO_SMALL.code();
    }
    ExecRequest wanted;
    try {
      wanted = ExecRequest.decode(request, guest.limits().argvBytes());
    } catch (WireException e) {
      return e.fault().code();
    }
    InvocationResult result = calls.call(invocation(wanted, left));
    return ExecResponse.write(result, response);
  }

  private Invocation invocation(ExecRequest wanted, Duration left) {
    return Invocation.of(wanted.name())
        .arguments(wanted.arguments())
        .stdin(wanted.stdin())
        .directories(guest.directories())
        .http(guest.http())
        .workingDirectory(guest.workingDirectory())
        .limits(guest.limits().narrowedTo(left))
        .cancellation(guest.cancellation())
        .depth(guest.depth() + 1)
        .build();
  }
}
