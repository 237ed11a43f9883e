/** The version of tdd-gate that runs; a bundle has no package.json beside it, so it stands here too. */
export const VERSION = '0.1.0'
