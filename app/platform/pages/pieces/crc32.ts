/** The checksum of gzip (RFC 1952), of texts whose characters are bytes. Those of parts are combined without reading the parts again. */

const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  return crc;
});

/** Goes on with the checksum of what came before. */
export function crcOf(text: string, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < text.length; at += 1)
    crc = (table[(crc ^ text.charCodeAt(at)) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The product of two polynomials modulo that of the checksum. Their highest bit is the coefficient of 1. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let rest = a; rest !== 0; rest <<= 1) {
    if (rest < 0) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product;
}

/** What appending so many bytes does to a checksum, for `combineCrc`: the power 8 × length of x. */
export function crcShift(length: number): number {
  let power = 1 << 31;
  // x to the power of 8.
  let square = 1 << 23;
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(square, power);
    square = multiply(square, square);
  }
  return power;
}

/** The checksum of two parts after each other. @param shift `crcShift` of the second part's length */
export const combineCrc = (first: number, second: number, shift: number): number =>
  (multiply(shift, first) ^ second) >>> 0;
