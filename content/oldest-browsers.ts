/** For which scripts are built, as docs/product.md#browsers names them: what esbuild is told. */
export const oldestBrowsers = {
  target: ["safari15.4", "chrome100", "edge100", "firefox98"],
  // All of them know these, though not each of the newest scripts.
  supported: { "regexp-unicode-property-escapes": true },
};
