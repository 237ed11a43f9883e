/** Finds evidence of earlier runs of this workflow by GitHub's records, and verifies it before using any of it. */
import { once } from '../core/util/once.ts'
import { EMPTY_STORE, type EvidenceStore } from '../evidence/store.ts'
import { openRepository } from '../git/repository.ts'
import { getArtifactName } from '../github/read/evidence/artifact.ts'
import { getWorkflowPath } from '../github/read/evidence/past-runs.ts'
import { findEvidence } from '../github/read/evidence/previous-evidence.ts'
import type { VerifyToken } from '../github/read/evidence/run-evidence.ts'
import { createKeySet, getIssuer, type TrustedWorkflow, verifyToken } from '../github/read/evidence/token.ts'
import { readGithubTree } from '../github/read/pull-request/github-tree.ts'
import { toRepositoryName } from '../github/routes.ts'
import { connectJob } from './connect.ts'
import type { EvidenceQuery } from './ports.ts'
import { actionTexts } from './texts.ts'

type Variables = Readonly<Record<string, string | undefined>>

export async function findEarlierEvidence(
  { dir, base, subject, origin, access, minimum }: EvidenceQuery,
  env: Variables,
): Promise<EvidenceStore> {
  const workflowPath = getWorkflowPath(env['GITHUB_WORKFLOW_REF'] ?? '')
  if (access === null) return without('there is no token for the GitHub API')
  if (workflowPath === '') return without(actionTexts.unknownWorkflow)
  const github = await connectJob(access)
  const { repository, pullRequest, head } = subject
  return findEvidence(github, {
    repository,
    pullRequest,
    head,
    workflowPath,
    minimum,
    runId: origin.id,
    artifactName: getArtifactName,
    githubTreeAt: (commit) => readGithubTree(github, toRepositoryName(repository.name), commit),
    baseGithubTree: await ownGithubTree(dir, base),
    verifyToken: tokenVerifier(repository.id, env),
  })
}

/** Fetches the keys of GitHub's issuer with the first token, and keeps them. */
function tokenVerifier(repositoryId: string, env: Variables): VerifyToken {
  const workflows = trustedWorkflows(env)
  const open = once(() => {
    const issuer = getIssuer(env['GITHUB_SERVER_URL'] ?? 'https://github.com')
    return { issuer, keys: createKeySet(issuer) }
  })
  return (token, expected) => {
    const { issuer, keys } = open()
    return verifyToken(token, { ...expected, issuer, repositoryId, workflows, allowsSelfHosted: false }, keys)
  }
}

function without(why: string): EvidenceStore {
  return { ...EMPTY_STORE, notes: [actionTexts.earlierNotUsed(why)] }
}

async function ownGithubTree(dir: string, base: string): Promise<string | null> {
  const repository = await openRepository(dir)
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}:.github`]
  const { code, stdout } = await repository.run(args)
  return code === 0 ? stdout.toString().trim() : null
}

/** Our reusable workflow passes its own name and ref; a caller's `env` does not reach it. */
function trustedWorkflows(env: Variables): readonly TrustedWorkflow[] {
  const [path = '', ref = ''] = (env['TDD_GATE_WORKFLOW_REF'] ?? '').split('@')
  return path === '' || ref === '' ? [] : [{ path, ref, sha: null }]
}
