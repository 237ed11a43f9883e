/** Writes the JSON Schemas in schema/ from the schemas that the gate checks with: `node scripts/schema.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { toJsonSchema } from '../src/config/schema.ts'
import { toEvidenceSchema } from '../src/evidence/json-schema.ts'

mkdirSync('schema', { recursive: true })
write('tdd-gate', toJsonSchema())
write('evidence', toEvidenceSchema())

function write(name: string, schema: unknown): void {
  writeFileSync(`schema/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`)
}
