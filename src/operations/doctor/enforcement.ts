/** Checks whether GitHub requires the gate for this clone's repository; needs a token. */
import type { CheckHolder } from '../../core/model/config.ts'
import { GateError } from '../../core/model/errors.ts'
import { suggest, toPrecondition } from '../../core/model/suggestion.ts'
import { GATE_CHECK } from '../../core/status/checks.ts'
import { formatGap, GITHUB_ACTIONS, type Protection, protectionGaps } from '../../core/status/protection.ts'
import { connect } from '../../github/connect.ts'
import { useProxy } from '../../github/proxy.ts'
import { readProtection } from '../../github/read/protection/protection.ts'
import type { GitHub, RepositoryName } from '../../github/routes.ts'
import { getApiUrl, readRemote } from '../../github/servers.ts'
import { EARLY_PASS_FIX, formatEarlyPass } from '../../render/doctor.ts'
import { answerOrNote as askGit, type Check, type DoctorTools, passed, skipped } from './check.ts'
import { doctorTexts } from './texts.ts'

/** The App's check, the workflow's job, and the job of the standalone workflow: one of them is enough. */
const NAMES = [GATE_CHECK, 'tdd-gate / judge', 'judge', 'gate']
const REPOSITORY = 'GET /repos/{owner}/{repo}'
const NOT_LOOKED_AT = doctorTexts.githubNotAsked

/**
 * Checks protection.
 * @param configured what the configuration says that the base requires
 * @returns nothing without a token; else one check per gap, or one that passed
 */
export async function checkEnforcement(
  dir: string,
  tools: Pick<DoctorTools, 'runGit' | 'env'>,
  configured: CheckHolder,
): Promise<readonly Check[]> {
  const { env } = tools
  const token = env['GH_TOKEN'] ?? env['GITHUB_TOKEN'] ?? ''
  const remote = readRemote((await askGit(dir, ['remote', 'get-url', 'origin'], tools)).stdout)
  if (token === '') return []
  if (remote === null) return [skipped('required', NOT_LOOKED_AT)]
  const { host, repository } = remote
  try {
    useProxy(env)
    return await readEnforcement(
      connect({ token, baseUrl: env['GITHUB_API_URL'] ?? getApiUrl(`https://${host}`), asker: 'person' }),
      {
        repository,
        configured,
      },
    )
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    return [toPrecondition('required', false, error.message, error.suggestion)]
  }
}

interface Question {
  readonly repository: RepositoryName
  readonly configured: CheckHolder
}

async function readEnforcement(github: GitHub, { repository, configured }: Question): Promise<readonly Check[]> {
  const { data } = await github.request(REPOSITORY, repository)
  const protection = await readProtection(github, repository, data.default_branch)
  const name = `${repository.owner}/${repository.repo}`
  const required = requiredName(protection)
  if (configured === 'app' && required !== GATE_CHECK)
    return [toPrecondition('required', false, formatEarlyPass(required), suggest(EARLY_PASS_FIX))]
  const gaps = protectionGaps(protection, { name: required, appId: null, repository: name })
  const open = gaps.filter(({ about }) => about !== 'hidden')
  const reasons = gaps.filter(({ about }) => about === 'hidden').map((gap) => passed('required', formatGap(gap)))
  if (open.length === 0) return [passed('required', formatRequired(name, protection)), ...reasons]
  return [...open.map(({ message, suggestion }) => toPrecondition('required', false, message, suggestion)), ...reasons]
}

/** Describes the requirement. Only the App knows its own number, so people must compare it. */
function formatRequired(repository: string, protection: Protection): string {
  const context = requiredName(protection)
  const named = protection.checks.flatMap((one) => (one.context === context ? (one.appId ?? []) : []))
  const apps = [...new Set(named)]
    .map((id) => `App ${id} ${id === GITHUB_ACTIONS ? '(GitHub Actions) ' : ''}`)
    .join('and ')
  const isActions = named.every((id) => id === GITHUB_ACTIONS)
  const compare = isActions ? '' : doctorTexts.compareNumber
  return `${repository} requires \`${context}\` on \`${protection.branch}\` from ${apps}alone${compare}`
}

function requiredName({ checks }: Protection): string {
  return NAMES.find((name) => checks.some(({ context }) => context === name)) ?? NAMES[0] ?? ''
}
