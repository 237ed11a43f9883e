/** Moves a store between a SQLite file and PostgreSQL, whole or not at all. The source stays as it is. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isNotEmpty, missingStore, movedInPart } from '../../core/errors/app.ts'
import { advise } from '../../core/model/suggestion.ts'
import { type ContentsCounts, PARTS, type StoreContents } from '../queue/contents.ts'
import { openFileContents } from '../queue/file-contents.ts'
import { isDatabaseUrl } from '../queue/settings.ts'
import { USAGES } from './texts.ts'
import { wrongArgument, wrongCall } from './wrong-call.ts'

const NAME_ONE = advise('Name the file of a store', `admin ${USAGES.move[0]}`)

/** @returns how many rows were moved @throws GateError `bad-store`: nothing was moved */
export async function move(args: readonly string[]): Promise<ContentsCounts> {
  const { from, to } = readPlaces(args)
  if (!isDatabaseUrl(from) && !existsSync(from)) throw missingStore(from, NAME_ONE)
  await using source = await open(from, false)
  await using target = await open(to, true)
  if (Object.values(await target.count()).some((count) => count > 0)) throw isNotEmpty()
  for (const part of PARTS) for await (const rows of source.read(part)) await target.write(part, rows)
  const [wanted, moved] = [await source.count(), await target.count()]
  if (PARTS.some((part) => wanted[part] !== moved[part])) throw movedInPart(JSON.stringify({ wanted, moved }))
  await target.commit()
  return moved
}

function readPlaces(args: readonly string[]) {
  const { from = '', to = '' } = parseOptions(args)
  if (from === '' || to === '') throw wrongArgument('move', '', from === '' ? '--from' : '--to')
  if (from === to) throw wrongArgument('move', to, 'another place than the source')
  return { from, to }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { from: { type: 'string' }, to: { type: 'string' } } }).values
  } catch (error) {
    // Node adds a sentence about arguments that begin with a hyphen.
    const [what = ''] = error instanceof Error ? error.message.split('. ') : []
    throw wrongCall('move', `${what}.`)
  }
}

async function open(place: string, isTarget: boolean): Promise<StoreContents> {
  if (!isDatabaseUrl(place)) return openFileContents(place)
  const { openDatabaseContents } = await import('../queue/postgres/contents.ts')
  return openDatabaseContents(place, isTarget)
}
