/** Imported by tests whose subject starts programs, and which start none themselves: `test/rings.ts` looks for it. */
export {}
