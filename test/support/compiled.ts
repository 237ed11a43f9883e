/** For processes that start from an empty environment: where this run of the tests keeps what Node has compiled. */

const { NODE_COMPILE_CACHE: folder } = process.env

/** Variables; none where nothing is kept. */
export const COMPILED: Readonly<Record<string, string>> = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
