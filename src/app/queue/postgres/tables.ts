/** Our own tables beside those of pg-boss, and their migrations. */
import { laterDatabase } from '../../../core/errors/database.ts'
import { ANSWERS_STEP } from './answers.ts'
import { AUDIT_STEP } from './audit.ts'
import { type Database, SCHEMA } from './database.ts'
import { EVENT_JOBS } from './jobs.ts'
import { LIMITS_STEP, LIMITS_UNLOGGED_STEP } from './limits.ts'
import { PULL_FIGURES_STEP, PULLS_STEP } from './pulls.ts'

/** One step for each version. A step that was released never changes; a later version adds one. */
const STEPS: readonly string[] = [
  `CREATE SEQUENCE ${SCHEMA}.gate_order;
  CREATE TABLE ${SCHEMA}.gate_leases (key text PRIMARY KEY, n bigint NOT NULL, job uuid NOT NULL, owner int NOT NULL, until bigint NOT NULL);
  CREATE TABLE ${SCHEMA}.gate_probe (n int PRIMARY KEY, at timestamptz NOT NULL);
  CREATE TABLE ${SCHEMA}.gate_notes (name text PRIMARY KEY, value jsonb NOT NULL, at timestamptz NOT NULL);
  CREATE TABLE ${SCHEMA}.gate_writes (head text PRIMARY KEY, n bigint NOT NULL, at timestamptz NOT NULL);
  CREATE INDEX gate_jobs_in_order ON ${SCHEMA}.job_common (((data->>'n')::bigint)) WHERE name = '${EVENT_JOBS}' AND state < 'active';
  CREATE INDEX gate_jobs_of_key ON ${SCHEMA}.job_common (singleton_key) WHERE name = '${EVENT_JOBS}' AND state < 'active'`,
  AUDIT_STEP,
  LIMITS_STEP,
  PULLS_STEP,
  ANSWERS_STEP,
  LIMITS_UNLOGGED_STEP,
  PULL_FIGURES_STEP,
]

/** Any number of processes may start at once; one of them migrates. */
const MIGRATING = 7_331_001

/** @throws GateError `bad-store` where a later version wrote the tables */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATING})`)
    await client.query(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.gate_version (version int NOT NULL)`)
    const { rows } = await client.query(`SELECT version FROM ${SCHEMA}.gate_version`)
    const version = Number(rows[0]?.version ?? 0)
    if (version > STEPS.length) throw laterDatabase(version)
    if (version === STEPS.length) return
    for (const step of STEPS.slice(version)) await client.query(step)
    await client.query(`DELETE FROM ${SCHEMA}.gate_version`)
    await client.query(`INSERT INTO ${SCHEMA}.gate_version VALUES ($1)`, [STEPS.length])
  })
}
