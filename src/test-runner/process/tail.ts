/** Keeps the end of a stream, where runners and shells print why they stopped. */

export const TAIL_BYTES = 256 * 1024

/** Takes any number of chunks and never holds much more than TAIL_BYTES. */
export function captureTail() {
  let chunks: Buffer[] = []
  let size = 0
  const compact = () => {
    const all = Buffer.concat(chunks)
    chunks = [all.subarray(Math.max(0, all.length - TAIL_BYTES))]
    size = chunks[0]?.length ?? 0
  }
  return {
    add: (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > 2 * TAIL_BYTES) compact()
    },
    text: () => {
      compact()
      return chunks[0]?.toString('utf8') ?? ''
    },
  }
}
