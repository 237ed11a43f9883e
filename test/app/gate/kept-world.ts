/** A pull request with one proved cycle, whose evidence the App has stored on the head. */
import type { Pull } from '../../core/story.ts'
import { openWorld, type World } from '../../support/github/story-world.ts'

export async function keptWorld(): Promise<{ world: World; pull: Pull; head: string }> {
  const world = openWorld()
  const pull = world.open(1)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  await world.judge(1)
  await world.look(1)
  await world.look(1)
  return { world, pull, head: pull.facts().head }
}
