/** The tables of the queue in a SQLite file, and functions to open it. */
import { chmodSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { badEventQueue, fileInUse, laterStore } from '../../core/errors/app.ts'
import { GateError } from '../../core/model/errors.ts'
import { makeFolder } from '../../folders.mjs'
import { digestHint } from './event-steps.ts'

const VERSION = 6
/** The time to wait for a lock: other processes write for some milliseconds, longer on a busy disk. */
const BUSY_MS = 5000
const SQLITE_BUSY = 5
/** 16 MB of log before a checkpoint, because most pages are the same few. */
const LOG_PAGES = 4000

/** The tables of version 1, which `STANDARD_NAMES` renames. */
const TABLES = `
CREATE TABLE IF NOT EXISTS seen (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS letters (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
  isHint INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS lettersByKey ON letters (key, n);
CREATE TABLE IF NOT EXISTS lanes (key TEXT PRIMARY KEY, due INTEGER NOT NULL, owner TEXT, until INTEGER) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS lanesByDue ON lanes (due) WHERE owner IS NULL;
CREATE INDEX IF NOT EXISTS lanesByOwner ON lanes (owner) WHERE owner IS NOT NULL;
CREATE TABLE IF NOT EXISTS dead (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
  isHint INTEGER NOT NULL, tries INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS probe (n INTEGER PRIMARY KEY, at INTEGER NOT NULL);
`

const AUDIT_TABLE = `
CREATE TABLE audit (n INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, subject TEXT NOT NULL, digest TEXT NOT NULL,
  delivery TEXT NOT NULL, entry TEXT NOT NULL);
CREATE INDEX auditBySubject ON audit (subject, n);
CREATE TRIGGER auditUnchanged BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
CREATE TRIGGER auditComplete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
`

/** Reports have a table of their own, because lists do not read them. */
const PULLS_TABLE = `
CREATE TABLE pulls (repository TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, isOpen INTEGER NOT NULL, at TEXT NOT NULL,
  summary TEXT NOT NULL, accepted TEXT NOT NULL, PRIMARY KEY (repository, number)) WITHOUT ROWID;
CREATE TABLE pullReports (repository TEXT NOT NULL, number INTEGER NOT NULL, report TEXT NOT NULL, PRIMARY KEY (repository, number));
CREATE INDEX pullsByTime ON pulls (repository, isOpen, at);
CREATE INDEX auditByPull ON audit (json_extract(entry, '$.repositoryId'), json_extract(entry, '$.number'), n);
`

/** Both indexes hold all that their queries read. */
const FIGURES_STEP = `ALTER TABLE pulls ADD COLUMN figures TEXT; DROP INDEX pullsByTime;
CREATE INDEX pullsByTime ON pulls (repository, isOpen, at, figures); CREATE INDEX pullsByName ON pulls (lower(name), name, at)`

/**
 * The table `keyQueues` has a row for each key: `due` is the time when it may be taken next, in milliseconds since 1970;
 * `until` the last event that existed when its owner took one.
 */
const STANDARD_NAMES = `
DROP INDEX lettersByKey;
DROP INDEX lanesByDue;
DROP INDEX lanesByOwner;
ALTER TABLE letters RENAME TO events;
ALTER TABLE lanes RENAME TO keyQueues;
CREATE INDEX eventsByKey ON events (key, n);
CREATE INDEX keyQueuesByDue ON keyQueues (due) WHERE owner IS NULL;
CREATE INDEX keyQueuesByOwner ON keyQueues (owner) WHERE owner IS NOT NULL;
`

/** The function `digestHint` is that of the algorithm. A lease names its event. */
const HINTS = `
ALTER TABLE events ADD COLUMN hint TEXT;
ALTER TABLE dead ADD COLUMN hint TEXT;
UPDATE events SET hint = digestHint(body) WHERE isHint = 1;
UPDATE dead SET hint = digestHint(body) WHERE isHint = 1;
ALTER TABLE events DROP COLUMN isHint;
ALTER TABLE dead DROP COLUMN isHint;
ALTER TABLE keyQueues ADD COLUMN taken INTEGER;
`

/**
 * Opens the database. @param file created if absent, readable by its owner only, because it contains comments of
 * private repositories @param isDurable whether a commit survives a power failure; otherwise it survives only the
 * process @param isExclusive whether no other process may have it open @throws GateError `bad-store`
 */
export function openDatabase(file: string, isDurable: boolean, isExclusive = false): DatabaseSync {
  let opened: DatabaseSync | null = null
  try {
    makeFolder(dirname(resolve(file)), 0o700)
    const database = new DatabaseSync(file, { timeout: isExclusive ? 0 : BUSY_MS })
    opened = database
    if (isExclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE')
    makePrivate(database, file)
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
    setDurable(database, isDurable)
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version > VERSION) throw laterStore(file, version)
    if (version < VERSION) inTransaction(database, () => migrateFile(database))
    return database
  } catch (error) {
    opened?.close()
    if (error instanceof GateError) throw error
    if (isExclusive && isBusy(error)) throw fileInUse(file, error)
    throw badEventQueue(file, error)
  }
}

/** Makes a database file readable by its owner only. @throws when the file is no database: it keeps its mode then */
export function makePrivate(database: DatabaseSync, file: string): void {
  database.exec('PRAGMA user_version')
  chmodSync(file, 0o600)
}

/** One step for each version. Another process may have made them meanwhile. */
function migrateFile(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  database.function('digestHint', (body) => digestHint(String(body)))
  for (const step of [TABLES, AUDIT_TABLE, PULLS_TABLE, STANDARD_NAMES, FIGURES_STEP, HINTS].slice(version))
    database.exec(step)
  database.exec(`PRAGMA user_version = ${VERSION}`)
}

/** Sets the durability. @param isDurable whether the next commits, and all before them, survive a power failure */
export function setDurable(database: DatabaseSync, isDurable: boolean): void {
  database.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`)
}

/** Returns whether another process held the lock for too long. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/** Runs `work` in a transaction that excludes other writers. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
