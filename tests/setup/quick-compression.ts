import { syncBuiltinESMExports } from "node:module";
import zlib, { type BrotliOptions, type ZstdOptions } from "node:zlib";

/**
 * Public pages are compressed at the best levels, which takes a quarter of a second of each, as often as a test resets the
 * app. How well they are compressed no unit test asks: tests/server tries the built server, without this.
 */
const { brotliCompress, zstdCompress } = zlib;
const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants;

const atMost = (
  params: Record<number, number | boolean> | undefined,
  name: number,
  level: number,
) => ({
  ...params,
  [name]: Math.min(Number(params?.[name] ?? level), level),
});

type Done = (error: Error | null, result: Buffer) => void;
const quick = globalThis as { hasQuickCompression?: boolean };
if (!quick.hasQuickCompression) {
  quick.hasQuickCompression = true;
  Object.assign(zlib, {
    brotliCompress: (body: Buffer, options: BrotliOptions, done: Done) =>
      brotliCompress(
        body,
        { ...options, params: atMost(options.params, BROTLI_PARAM_QUALITY, 3) },
        done,
      ),
    zstdCompress: (body: Buffer, options: ZstdOptions, done: Done) =>
      zstdCompress(
        body,
        { ...options, params: atMost(options.params, ZSTD_c_compressionLevel, 3) },
        done,
      ),
  });
  syncBuiltinESMExports();
}
