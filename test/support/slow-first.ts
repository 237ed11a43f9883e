/** The order of the test files: what proves the whole way, then what builds repositories, so that no slow one is left alone at the end. */
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = /support\/(?:branch|repository)\.ts'/

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project)
    const projects = [...byProject].toSorted(([a], [b]) => isWholeWay(b) - isWholeWay(a))
    return projects.flatMap(([, all]) => {
      const { true: slow = [], false: quick = [] } = Object.groupBy(all, isSlow)
      return [...slow, ...quick]
    })
  }
}

const isWholeWay = ({ name }: TestSpecification['project']) => Number(name.startsWith('once'))

function isSlow({ moduleId }: TestSpecification): 'true' | 'false' {
  return SLOW.test(readFileSync(moduleId, 'utf8')) ? 'true' : 'false'
}
