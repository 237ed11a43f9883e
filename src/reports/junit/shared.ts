/** Finds the values that a case shares with the one before it. */
import type { TagAttributes } from '../xml/xml.ts'
import type { Shared } from './cases.ts'
import type { RawSuite } from './raw.ts'
import { cleanTitle } from './titles.ts'
import { getStatuses, path } from './values.ts'

/** Ant writes results of a whole class with an adapter's class, and the name of the class. */
const JUNIT_ADAPTERS = new Set(['junit.framework.TestSuite', 'junit.framework.JUnit4TestCaseFacade'])

/** Returns the value of the case before, where it is equal. */
export function getShared(suite: RawSuite | null, shared: Shared, attributes: TagAttributes): Shared {
  const name = attributes.get('classname') ?? attributes.get('class') ?? ''
  const className =
    name === shared.className ? name : cleanTitle(JUNIT_ADAPTERS.has(name) ? (attributes.get('name') ?? '') : name)
  const file = path(attributes)
  const found = getStatuses(attributes)
  const isSame =
    suite === shared.suite &&
    className === shared.className &&
    file === shared.file &&
    found.length === shared.statuses.length &&
    found.every((status, n) => status === shared.statuses[n])
  return isSame ? shared : { suite, className, file, statuses: found }
}
