package dev.escarole.samples.bench.pages;

/** A way to look at a page: wide or as on a phone, light or dark. */
enum PageMode {
  WIDE_LIGHT("wide light", 1280, 900, false),
  WIDE_DARK("wide dark", 1280, 900, true),
  PHONE_LIGHT("phone light", 390, 844, false),
  PHONE_DARK("phone dark", 390, 844, true);

  private final String title;
  private final int width;
  private final int height;
  private final boolean dark;

  PageMode(String title, int width, int height, boolean dark) {
    this.title = title;
    this.width = width;
    this.height = height;
    this.dark = dark;
  }

  String title() {
    return title;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  boolean isDark() {
    return dark;
  }
}
