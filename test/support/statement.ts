/** A statement about a rejected branch. */
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { type StatementParts, toStatement } from '../../src/evidence/statement.ts'
import { REJECTED, sha } from './decision.ts'

const digest = (digit: string) => digit.repeat(64)

export const STATEMENT_PARTS: StatementParts = {
  version: '1.2.3',
  decision: REJECTED,
  base: sha('0'),
  head: { commit: { id: sha('b'), sha256: digest('1') }, tree: { id: sha('c'), sha256: digest('2') } },
  policy: { ...DEFAULT_POLICY, rules: { 'claims-are-true': 'error' } },
  policyDigest: digest('3'),
  level: 'self-published',
  isolation: 'namespaces',
  index: null,
}

export const STATEMENT = toStatement(STATEMENT_PARTS)
