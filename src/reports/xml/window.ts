/** Holds the bytes of a document that are looked at: what is not whole yet moves to the front, what comes is written behind it. */
const BEYOND_ASCII = /[^\u0000-\u007f]/

/** The bytes that are looked at, and the same as text: a character is a byte, so that places in both are the same. */
export interface Window {
  readonly bytes: Buffer
  readonly text: string
}

export const NO_WINDOW: Window = { bytes: Buffer.alloc(0), text: '' }

export interface Hold {
  /** Copies the bytes. */
  readonly add: (bytes: Buffer) => void
  readonly size: () => number
  /** All that is held; its bytes are those of this window until more is added. */
  readonly window: () => Window
  /** Forgets so many bytes from the front. */
  readonly drop: (bytes: number) => void
}

/** Two chunks: one that is read and one for what is left of the one before. */
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

/** What stands there, in its own characters. */
export function decoded({ bytes, text }: Window, from: number, end: number): string {
  const slice = text.slice(from, end)
  return BEYOND_ASCII.test(slice) ? bytes.toString('utf8', from, end) : slice
}

/** Bytes as characters -> the characters they are. */
export function getWindowText(written: string): string {
  return BEYOND_ASCII.test(written) ? Buffer.from(written, 'latin1').toString() : written
}
