/** Writes schema/tdd-gate.schema.json from the schema that the gate checks with: `node scripts/schema.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { toJsonSchema } from '../src/config/schema.ts'

mkdirSync('schema', { recursive: true })
writeFileSync('schema/tdd-gate.schema.json', `${JSON.stringify(toJsonSchema(), null, 2)}\n`)
