package dev.escarole.web.page;

import dev.escarole.web.access.Caller;
import dev.escarole.web.app.Role;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The frame of every page.
 *
 * @param title names the page in the browser's tab
 * @param place which entry of the navigation is the present one
 * @param canSignOut whether there is a session to end
 * @param absent entries of the navigation that are not shown, as there is nothing behind them
 * @param version of Escarole, also part of the addresses of its assets
 * @param made when the content was read
 * @param waiting how many steps wait for people or programs
 * @param zone in which times are shown
 * @param address of the page, without a prefix
 */
public record Frame(
    String title,
    Place place,
    Caller caller,
    boolean canSignOut,
    Set<Place> absent,
    String version,
    Instant made,
    long waiting,
    DisplayZone zone,
    String address) {

  /** The entries of the navigation. */
  public enum Place {
    RUNS("Runs", "/runs"),
    RECIPES("Recipes", "/recipes"),
    SCHEDULES("Schedules", "/schedules"),
    APPROVALS("Approvals", "/approvals"),
    INBOX("Inbox", "/inbox"),
    COMMANDS("Commands", "/commands"),
    NOTIFICATIONS("Notifications", "/notifications"),
    AUDIT("Audit", "/audit"),
    SYSTEM("System", "/system"),
    API("API", "/api"),
    /** A page that stands outside of the navigation. */
    NOWHERE("", "");

    private final String label;
    private final String address;

    Place(String label, String address) {
      this.label = label;
      this.address = address;
    }

    public String label() {
      return label;
    }

    public String address() {
      return address;
    }
  }

  /** The entries of the navigation. */
  public List<Place> places() {
    return Arrays.stream(Place.values())
        .filter(each -> each != Place.NOWHERE && !absent.contains(each))
        .toList();
  }

  /** When the page was made, for browsers without scripts: {@code 14:02:07}. */
  public String madeAt() {
    return zone.clock(made, made);
  }

  /** Whether the caller may see anything but the login page. */
  public boolean isKnown() {
    return caller.may(Role.VIEWER);
  }
}
