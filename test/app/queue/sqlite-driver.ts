/** How the conformance suite opens the SQLite store, in this process and in others. */
import { join } from 'node:path'
import { openQueue } from '../../../src/app/queue/sqlite.ts'

export const open = async (folder: string) => openQueue(join(folder, 'store.sqlite'))
