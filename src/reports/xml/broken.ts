/** Reports broken structure; everything before it stays. `at` is the place in the window, null for the whole document. */
export class BrokenXml extends Error {
  readonly at: number | null
  constructor(message: string, at: number | null) {
    super(message)
    this.name = 'BrokenXml'
    this.at = at
  }
}

/** The document exceeds a limit: nothing of it is reported. */
export class RefusedXml extends BrokenXml {}
