/** The version of tdd-gate. It is repeated here because a bundle has no package.json beside it. */
export const VERSION = '0.1.0'
