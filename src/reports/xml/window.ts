/** Holds the current bytes of a document: an incomplete token moves to the front, and new bytes follow it. */
const BEYOND_ASCII = /[^\u0000-\u007f]/

/** The current bytes, and the same as text with one character per byte, so that positions in both agree. */
export interface Window {
  readonly bytes: Buffer
  readonly text: string
}

export const NO_WINDOW: Window = { bytes: Buffer.alloc(0), text: '' }

export interface Hold {
  /** Copies the bytes. */
  readonly add: (bytes: Buffer) => void
  readonly size: () => number
  /** Returns everything held; valid until more is added. */
  readonly window: () => Window
  /** Removes so many bytes from the front. */
  readonly drop: (bytes: number) => void
}

/** Room for two chunks: the current one and the rest of the one before. */
const CAPACITY = 131_072

export function holdWindow(): Hold {
  let held = Buffer.allocUnsafeSlow(CAPACITY)
  let size = 0
  return {
    add: (bytes) => {
      if (size + bytes.length > held.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * held.length, size + bytes.length))
        held.copy(larger, 0, 0, size)
        held = larger
      }
      bytes.copy(held, size)
      size += bytes.length
    },
    size: () => size,
    window: () => ({ bytes: held.subarray(0, size), text: held.toString('latin1', 0, size) }),
    drop: (bytes) => {
      held.copyWithin(0, bytes, size)
      size -= bytes
    },
  }
}

/** Decodes a range. */
export function decoded({ bytes, text }: Window, from: number, end: number): string {
  const slice = text.slice(from, end)
  return BEYOND_ASCII.test(slice) ? bytes.toString('utf8', from, end) : slice
}

/** Decodes text with one character per byte as UTF-8. */
export function getWindowText(written: string): string {
  return BEYOND_ASCII.test(written) ? Buffer.from(written, 'latin1').toString() : written
}
