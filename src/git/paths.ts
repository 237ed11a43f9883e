/** Converts paths as git stores them (any bytes but NUL) to text and back without loss. */

const LOW_SURROGATE = 0xdc00
const FIRST_NON_ASCII = 0x80

/** Decodes UTF-8. In other paths every byte above ASCII becomes a lone surrogate, which no UTF-8 path can contain. */
export function decodePath(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  if (!text.includes('\ufffd') || Buffer.from(text, 'utf8').equals(bytes)) return text
  return Array.from(bytes, (byte) => String.fromCharCode(byte < FIRST_NON_ASCII ? byte : LOW_SURROGATE + byte)).join('')
}

/** Returns the bytes from which `decodePath` made the text. */
export function encodePath(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path, 'utf8')
  return Buffer.from(Array.from(path, (unit) => unit.charCodeAt(0) & 0xff))
}

/** Yields the NUL-separated fields of `-z` output, without the empty one after the last NUL. */
export function* splitFields(output: Buffer): Generator<Buffer> {
  let start = 0
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    yield output.subarray(start, end)
    start = end + 1
  }
}
