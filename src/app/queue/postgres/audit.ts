/** The audit log on PostgreSQL. */
import { AUDIT_PAGE, type AuditLog, type StoredEntry, toAuditSubject } from '../audit.ts'
import { type Database, SCHEMA } from './database.ts'

const TABLE = `${SCHEMA}.gate_audit`

export const AUDIT_STEP = `CREATE TABLE ${TABLE} (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(), subject text NOT NULL, digest text NOT NULL, delivery text NOT NULL, entry jsonb NOT NULL);
  CREATE INDEX gate_audit_subject ON ${TABLE} (subject, n);
  CREATE FUNCTION ${SCHEMA}.gate_audit_grows() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit log only grows'; END $$;
  CREATE TRIGGER gate_audit_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON ${TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION ${SCHEMA}.gate_audit_grows()`

const APPEND = `INSERT INTO ${TABLE} (subject, digest, delivery, entry) SELECT $1, $2, $3, $4
  WHERE $2 IS DISTINCT FROM (SELECT digest FROM ${TABLE} WHERE subject = $1 ORDER BY n DESC LIMIT 1) RETURNING n`
const PAGE = `SELECT n, at, delivery, entry FROM ${TABLE} WHERE n > $1 ORDER BY n LIMIT ${AUDIT_PAGE}`
const ABOUT = `SELECT n, at, delivery, entry FROM ${TABLE} WHERE entry->>'repositoryId' = $1 AND entry->>'number' = $2
  ORDER BY n DESC LIMIT ${AUDIT_PAGE}`

export function openAudit({ query }: Database): AuditLog {
  return {
    append: async (entry, delivery) => {
      const { subject, digest } = toAuditSubject(entry)
      return (await query(APPEND, [subject, digest, delivery, entry])).rows.length > 0
    },
    read: async (after) => (await query(PAGE, [after])).rows.map(toEntry),
    about: async (repositoryId, number) => (await query(ABOUT, [repositoryId, String(number)])).rows.map(toEntry),
  }
}

interface Row extends Pick<StoredEntry, 'delivery' | 'entry'> {
  readonly n: string
  readonly at: Date
}

function toEntry({ n, at, delivery, entry }: Row): StoredEntry {
  return { n: Number(n), at: at.toISOString(), delivery, entry }
}
