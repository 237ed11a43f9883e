import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGatedBranch, type GatedBranch, type RunEnd } from '../support/gated-branch.ts'

interface Line {
  readonly kind: string
  readonly tree: string
  readonly launches: readonly {
    readonly exitCode: number
    readonly reports: { readonly files: readonly { readonly sha256: string; readonly bytes: number }[] }
  }[]
}

const getPath = (recording: string) => join(recording, 'executions.jsonl')
const linesIn = (recording: string) => readFileSync(getPath(recording), 'utf8').trimEnd().split('\n')
const write = (recording: string, lines: readonly string[]) =>
  writeFileSync(getPath(recording), lines.map((line) => `${line}\n`).join(''))
const getLine = (text: string): Line => JSON.parse(text)
/** Executions that a test made fail; here those of RED. */
const isFailing = (text: string) => getLine(text).kind === 'execution' && getLine(text).launches[0]?.exitCode === 1
const getBlob = (recording: string, text: string) =>
  join(recording, 'blobs', getLine(text).launches[0]?.reports.files[0]?.sha256 ?? '')

function keep(recording: string, text: string): { readonly sha256: string; readonly bytes: number } {
  const sha256 = createHash('sha256').update(text).digest('hex')
  writeFileSync(join(recording, 'blobs', sha256), text)
  return { sha256, bytes: Buffer.byteLength(text) }
}

const getFindings = ({ judged }: RunEnd) =>
  (judged.decision?.commits ?? []).flatMap(({ findings }) => findings.map(({ message }) => message)).join('\n')

describe('a recording that was changed between the jobs', () => {
  let branch: GatedBranch
  let stranger: string
  beforeAll(async () => {
    branch = await createGatedBranch()
    await branch.repo.branch('elsewhere')
    await branch.repo.checkout('work')
    await branch.red('b')
    await branch.run({
      between: (recording) => {
        stranger = `${recording}-kept`
        cpSync(recording, stranger, { recursive: true })
      },
    })
    await branch.repo.git('reset', '--quiet', '--hard', 'main')
    await branch.red('a')
    await branch.green('a')
  })
  afterAll(() => branch[Symbol.asyncDispose]())

  const runWith = (between: (recording: string) => unknown) => {
    branch.github.runs.splice(0)
    return branch.run({ between })
  }

  test.each<[string, (recording: string) => unknown, RegExp]>([
    [
      'an execution that is there twice',
      (recording) => {
        const lines = linesIn(recording)
        const duplicate = lines.find(isFailing)?.replace('"exitCode":1', '"exitCode":0') ?? ''
        write(recording, [...lines.slice(0, -1), duplicate, ...lines.slice(-1)])
      },
      /contains it twice/,
    ],
    [
      'a report that was edited',
      (recording) => {
        const blob = getBlob(recording, linesIn(recording).find(isFailing) ?? '')
        writeFileSync(blob, readFileSync(blob, 'utf8').replaceAll(/<failure[^>]*>/g, ''))
      },
      /recording is refused at executions\.jsonl line \d+/,
    ],
    [
      'an exit code that was edited',
      (recording) =>
        write(
          recording,
          linesIn(recording).map((line) => (isFailing(line) ? line.replace('"exitCode":1', '"exitCode":0') : line)),
        ),
      /exit code|exited/i,
    ],
    [
      'a report of another commit in place of its own',
      (recording) => {
        const lines = linesIn(recording)
        const passing = lines.findLast((line) => getLine(line).kind === 'execution' && !isFailing(line)) ?? ''
        const file = getLine(passing).launches[0]?.reports.files[0]
        const forged = lines.map((line) =>
          isFailing(line) && file
            ? line.replace(
                /"sha256":"[0-9a-f]{64}","bytes":\d+}\],"problems":\[\]},"coverage"/,
                `"sha256":"${file.sha256}","bytes":${file.bytes}}],"problems":[]},"coverage"`,
              )
            : line,
        )
        expect(forged).not.toEqual(lines)
        write(recording, forged)
      },
      /exit code|exited/i,
    ],
    [
      'an execution that is gone',
      (recording) =>
        write(
          recording,
          linesIn(recording).filter((line) => !isFailing(line)),
        ),
      /does not contain it/,
    ],
    ['a header that is gone', (recording) => write(recording, linesIn(recording).slice(1)), /line 1/],
    [
      'a report that became a link',
      (recording) => {
        const blob = getBlob(recording, linesIn(recording).find(isFailing) ?? '')
        renameSync(blob, `${recording}-away`)
        symlinkSync(`${recording}-away`, blob)
      },
      /recording is refused/,
    ],
    [
      'the whole recording of another branch',
      (recording) => {
        rmSync(recording, { recursive: true })
        cpSync(stranger, recording, { recursive: true })
      },
      /does not contain it/,
    ],
  ])('%s is unmeasured', async (_, between, words) => {
    const end = await runWith(between)
    expect(end.conclusion).toBe('unmeasurable')
    expect(end.verdicts[0]).toBe('red unmeasured')
    expect(getFindings(end)).toMatch(words)
  })

  test('what was added after the end is left out and reported', async () => {
    const end = await runWith((recording) => {
      const duplicate = linesIn(recording).find(isFailing)?.replace('"exitCode":1', '"exitCode":0')
      appendFileSync(getPath(recording), `${duplicate}\n`)
    })
    expect(end).toMatchObject({ conclusion: 'success', verdicts: ['red accepted', 'green accepted'] })
    expect(end.judged.notes).toContainEqual(
      expect.stringMatching(/without executions\.jsonl line \d+: it follows the end line/),
    )
  })

  test('what is not needed is not read', async () => {
    const end = await runWith((recording) => keep(recording, '<testsuite/>'))
    expect(end).toMatchObject({ conclusion: 'success', verdicts: ['red accepted', 'green accepted'] })
  })
})

/** README names it among what cannot be proved: who measures says what was measured. */
describe('a GREEN that does not pass', () => {
  const passing = (recording: string, text: string) => {
    const { sha256, bytes } = getLine(text).launches[0]?.reports.files[0] ?? { sha256: '', bytes: 0 }
    const report = readFileSync(join(recording, 'blobs', sha256), 'utf8').replaceAll(/<failure[^>]*>/g, '')
    const blob = keep(recording, report)
    return text
      .replace(`"sha256":"${sha256}","bytes":${bytes}`, `"sha256":"${blob.sha256}","bytes":${blob.bytes}`)
      .replace('"exitCode":1', '"exitCode":0')
  }
  const forgeGreen = async (isRepeated: boolean, isDigestJudged = false) => {
    await using branch = await createGatedBranch()
    await branch.red('a')
    await branch.repo.commit('feat: a\n\nTask: a\nPhase: green\n', { 'src/a.txt': 'not a\n' })
    const green = await branch.repo.git('rev-parse', 'HEAD^{tree}')
    const { verdicts } = await branch.run()
    expect(verdicts).toEqual(['red accepted', 'green attempt'])
    branch.github.runs.splice(0)
    return await branch.run({
      isDigestJudged,
      between: (recording) => {
        const lines = linesIn(recording)
        const forged = lines.map((line) => (getLine(line).tree === green ? passing(recording, line) : line))
        const atRed = lines.find((line) => line.includes('"repeat":2')) ?? ''
        const again = atRed.replace('"withCanary":false', '"withCanary":true')
        // RED's tree runs once more after GREEN, where no function can be emptied.
        const late = again.replace('"repeat":2', '"repeat":3')
        const repeated = passing(recording, again).replace(/"tree":"[0-9a-f]+"/, `"tree":"${green}"`)
        write(recording, isRepeated ? [...forged.slice(0, -1), repeated, late, ...forged.slice(-1)] : forged)
      },
    })
  }

  test('a failing GREEN that is recorded as passing is unmeasured, because its repeated run is missing', async () => {
    const end = await forgeGreen(false)
    expect(end.verdicts).toEqual(['red accepted', 'green unmeasured'])
    expect(getFindings(end)).toMatch(/does not contain it/)
  })

  test('only the digest of its job exposes a GREEN that is rewritten as an honest recording would be', async () => {
    expect((await forgeGreen(true)).verdicts).toEqual(['red accepted', 'green accepted'])
    const end = await forgeGreen(true, true)
    expect(end).toMatchObject({
      conclusion: 'unmeasurable',
      verdicts: ['red unmeasured', expect.stringMatching(/^green (?:un|re)/)],
    })
    expect(getFindings(end)).toMatch(/was changed after the job had measured/)
  })
})

describe('a report that the committer wrote', () => {
  const REPORT =
    "<testsuite><testcase name='silent.txt holds' classname='checks' file='checks/silent.txt'><failure type='AssertionError' message='AssertionError'/></testcase></testsuite>\n"
  const getProblems = ({ files }: RunEnd, commit: string): readonly { readonly code: string }[] =>
    JSON.parse(files[`evidence/${commit}.json`] ?? '').evidence.problems

  test('into the commit is none', async () => {
    await using branch = await createGatedBranch()
    await branch.repo.write({ 'junit.xml': REPORT, 'checks/silent.txt': 'x\n' })
    await branch.repo.git('add', '--force', 'junit.xml')
    const red = await branch.repo.commit('test: mine\n\nPhase: red\n')
    expect(await branch.repo.git('ls-tree', '--name-only', 'HEAD')).toContain('junit.xml')
    const end = await branch.run()
    expect(getProblems(end, red).map(({ code }) => code)).toEqual(['tracked-report'])
    expect(end.verdicts).toEqual(['red rejected'])
  })

  test('a report that an earlier commit left behind does not count', async () => {
    await using branch = await createGatedBranch()
    const red = await branch.repo.commit('test: silent\n\nPhase: red\n', { 'checks/silent.txt': 'x\n' })
    const end = await branch.run()
    expect(getProblems(end, red).map(({ code }) => code)).toEqual(['no-report'])
    expect(end.verdicts).toEqual(['red unmeasured'])
  })
})
