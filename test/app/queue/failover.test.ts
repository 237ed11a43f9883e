/** What happens to the machines of PostgreSQL: a standby takes over, and a disk is full. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { CLOCK } from '../../../src/app/queue/clock.ts'
import { openPostgres } from '../../../src/app/queue/postgres/open.ts'
import { BINARIES, MISSING, QUICK, type Server, startServer } from '../../support/postgres.ts'
import { until } from '../../support/processes.ts'
import { drain } from './conformance.ts'
import { request } from './jobs.ts'
import { outagesAreSurvived } from './outages.ts'
import { ADDRESS, open } from './postgres-driver.ts'

/** Each commit waits until the standby has it. */
const SYNCHRONOUS = `${QUICK} -c synchronous_standby_names=*`

/** An address that leads to the server which is the primary now, as that of a proxy or of a name in DNS. */
async function openAddress(primary: () => Server) {
  const proxy = createServer((near) => {
    const far = connect(primary().socket)
    for (const [one, other] of [[near, far] as const, [far, near] as const])
      one
        .on('error', () => other.destroy())
        .on('close', () => other.destroy())
        .pipe(other)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { readonly port: number }
  return { url: `postgres://gate@127.0.0.1:${port}/postgres`, close: () => proxy.close() }
}

/** @param options of the primary */
async function startPair(options: string) {
  const [first, cleanUp] = [await startServer(options), new AsyncDisposableStack()]
  const standby = await startServer(QUICK, { primary: first })
  let primary = first
  const address = await openAddress(() => primary)
  cleanUp.use(standby)
  cleanUp.defer(() => void address.close())
  return {
    url: address.url,
    standby,
    crash: () => first.stop('immediate'),
    takeOver: async () => {
      // As with a name in DNS, the address leads to a server that takes no writes yet.
      primary = standby
      await standby.promote()
    },
    end: () => cleanUp.disposeAsync(),
  }
}
type Pair = Awaited<ReturnType<typeof startPair>>

const DRIVER = {
  name: 'postgres',
  open,
  schedules: 0,
  kills: { events: 0, times: 0 },
  module: new URL('postgres-driver.ts', import.meta.url),
}

describe.skipIf(BINARIES === null)(`a standby of PostgreSQL (${MISSING})`, () => {
  let pair: Pair | null = null
  afterEach(async () => {
    await pair?.end()
    pair = null
  })
  const prepare = async (folder: string) => {
    pair = await startPair(SYNCHRONOUS)
    writeFileSync(join(folder, ADDRESS), pair.url)
    await (await open(folder))[Symbol.asyncDispose]()
  }
  outagesAreSurvived(
    'a synchronous standby that takes over from a primary that crashed',
    { ...DRIVER, prepare },
    { begin: async () => pair?.crash(), end: async () => pair?.takeOver() },
    [2],
  )

  test('one that lagged has lost the last events, takes them when they come again, and may repeat the others', async () => {
    pair = await startPair(QUICK)
    const openAt = () => openPostgres(pair?.url ?? '', CLOCK, () => undefined)
    {
      await using queue = (await openAt()).queue
      await queue.accept(request('before'))
      await pair.standby.stop('fast')
      expect(await drain(queue)).toEqual(['before'])
      await queue.accept(request('lost'))
      await pair.crash()
      await pair.standby.start()
      await pair.takeOver()
    }
    const opened = await openAt()
    await using queue = opened.queue
    const { limits } = opened
    await limits.forbid('7', 1)
    expect(await queue.accept(request('before'))).toBe('seen')
    expect(await queue.accept(request('lost'))).toBe('new')
    expect(await drain(queue)).toEqual(['before', 'lost'])
  })
})

/** Null: this process may not mount a small disk. */
function mountDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  onTestFinished(() => {
    if (status === 0) execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return status === 0 ? folder : null
}

const MEGABYTES = 96

test.skipIf(BINARIES === null)(
  `PostgreSQL on a full disk refuses deliveries, and loses none (${MISSING})`,
  async ({ skip }) => {
    const disk = mountDisk(MEGABYTES)
    if (disk === null) return skip('may not mount a small disk')
    const folder = join(disk, 'server')
    mkdirSync(folder)
    await using server = await startServer('-c shared_buffers=16MB -c fsync=off', { folder })
    await using queue = (await openPostgres(server.url('postgres'), CLOCK, () => undefined)).queue
    const taken: string[] = []
    const accept = async () => {
      const id = `l${taken.length}`
      await queue.accept(request(id, taken.length % 5))
      taken.push(id)
    }
    await accept()
    const ballast = join(disk, 'ballast')
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k'])
    await expect(
      (async () => {
        for (;;) await accept()
      })(),
    ).rejects.toThrow()
    rmSync(ballast)
    // Without room for its log the server ends, and does not always start again by itself.
    await server.start().catch(() => undefined)
    await until('the next delivery', () =>
      accept().then(
        () => true,
        () => false,
      ),
    )
    expect(taken.length).toBeGreaterThan(2)
    expect(new Set(await drain(queue))).toEqual(new Set(taken))
  },
)
