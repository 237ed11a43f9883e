/** Compiles schemas, each once for all processes of a run: that of GitHub's answers takes longer than all that is checked with it. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Ajv, ValidateFunction } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'

/** Names the folder that processes share; without it nothing is kept. */
export const SHARED_SCHEMAS = 'TDD_GATE_TESTS_SCHEMAS'

const require = createRequire(import.meta.url)

/**
 * @param ajv made with `code.source` where the folder is named
 * @param state of everything that schemas refer to and are compiled with
 */
export function openCompiler(ajv: Ajv, state: string): (schema: object) => ValidateFunction {
  const folder = process.env[SHARED_SCHEMAS]
  if (folder === undefined) return (schema) => ajv.compile(schema)
  return (schema) => {
    const name = createHash('sha256').update(state).update(JSON.stringify(schema)).digest('hex')
    const path = join(folder, `${name}.cjs`)
    if (!existsSync(path)) keep(folder, path, standalone.default(ajv, ajv.compile(schema)))
    return require(path)
  }
}

/** Others may do the same at the same time: each sees a whole file or none. */
function keep(folder: string, path: string, code: string): void {
  mkdirSync(folder, { recursive: true })
  const part = join(folder, randomUUID())
  // Placed where its required modules cannot be found by name.
  writeFileSync(
    part,
    code.replaceAll(/\brequire\("([^"]+)"\)/g, (_, id) => `require(${JSON.stringify(require.resolve(id))})`),
  )
  renameSync(part, path)
}
