package dev.escarole.web.live;

/** A stream in which nothing ever happens; who watches it hears the beats alone. */
final class BeatsFeed extends Feed {

  BeatsFeed(String stream) {
    super(stream, 1);
  }

  @Override
  void tellNews() {
    throw new IllegalStateException("BUG: a stream without events has no news");
  }

  @Override
  LiveJson.Body snapshotBody() {
    throw new IllegalStateException("BUG: a stream without events has no snapshot");
  }
}
