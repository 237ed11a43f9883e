/** Writes the JSON Schemas in schema/ from the schemas that the gate checks with: `node scripts/schema.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { toOrganisationSchema } from '../src/config/organisation-schema.ts'
import { CONFIG_PATH } from '../src/config/parse.ts'
import { toJsonSchema } from '../src/config/schema.ts'
import { toEvidenceSchema, toVerdictSchema } from '../src/evidence/json-schema.ts'
import { MOVING_TAG, REPOSITORY } from '../src/render/workflow-file.ts'

/** Every release has the schemas at this address. */
const toAddress = (name: string) =>
  `https://raw.githubusercontent.com/${REPOSITORY}/${MOVING_TAG}/schema/${name}.schema.json`

const withAddress = (name: string, schema: unknown) => ({ $id: toAddress(name), ...(schema as object) })

/** By file in schema/. The last one is the entry of the catalogue of schemastore.org, which editors read. */
export const SCHEMAS: Readonly<Record<string, unknown>> = {
  'tdd-gate.schema.json': withAddress('tdd-gate', toJsonSchema()),
  'organisation.schema.json': withAddress('organisation', toOrganisationSchema()),
  'evidence.schema.json': withAddress('evidence', toEvidenceSchema()),
  'verdict-v1.schema.json': withAddress('verdict-v1', toVerdictSchema()),
  'schemastore.json': {
    name: 'tdd-gate',
    description: 'Policy of tdd-gate: how tests run, and what each commit must prove',
    fileMatch: [`**/${CONFIG_PATH}`],
    url: toAddress('tdd-gate'),
  },
}

if (import.meta.main) {
  mkdirSync('schema', { recursive: true })
  for (const [file, schema] of Object.entries(SCHEMAS))
    writeFileSync(`schema/${file}`, `${JSON.stringify(schema, null, 2)}\n`)
}
