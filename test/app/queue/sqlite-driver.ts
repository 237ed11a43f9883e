/** How the conformance suite opens the SQLite inbox, in this process and in others. */
import { join } from 'node:path'
import { openInbox } from '../../../src/app/queue/sqlite.ts'

export const open = (folder: string) => openInbox(join(folder, 'inbox.sqlite'))
