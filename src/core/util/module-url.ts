/** Finds files beside a module: TypeScript in a checkout, JavaScript in a bundle. */

/** Returns whether a module runs as it is written. @param module its `import.meta.url` */
export const isSource = (module: string): boolean => module.endsWith('.ts')

/** Returns the address of the module with this name beside another one. @param module `import.meta.url` of that one */
export function toSibling(name: string, module: string): URL {
  return new URL(`${name}.${isSource(module) ? 'ts' : 'mjs'}`, module)
}
