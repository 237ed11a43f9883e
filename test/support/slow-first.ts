/** The order of the test files: those that build repositories come first, so that no slow one is left alone at the end. */
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = /support\/(?:branch|repository)\.ts'/

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...byProject.values()].flatMap((all) => {
      const { true: slow = [], false: quick = [] } = Object.groupBy(all, isSlow)
      return [...slow, ...quick]
    })
  }
}

function isSlow({ moduleId }: TestSpecification): 'true' | 'false' {
  return SLOW.test(readFileSync(moduleId, 'utf8')) ? 'true' : 'false'
}
