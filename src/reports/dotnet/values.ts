/** Parses names, times and failures of .NET frameworks, common to all report formats. */

/** The texts of a failure. */
export interface DotnetFailureText {
  readonly message: string
  readonly stack: string
  readonly type: string | null
}

const TYPE = '((?:[A-Za-z_]\\w*\\.)+[\\w`+]*(?:Exception|Error))'
/** NUnit and VSTest: `System.X : message`; MSTest: `Test method M threw exception: \nSystem.X: message`. */
const TYPE_IN_MESSAGE = new RegExp(
  `^(?:(?:OneTime|TestFixture)?(?:SetUp|TearDown) ?: )?${TYPE} : |\\bthrew exception[:.]\\s+${TYPE}: `,
)
const XUNIT_PIPELINE = /^Xunit\.Sdk\.Test(?:Class|Pipeline)Exception$|^System\.AggregateException$/
const XUNIT_FIXTURE =
  /(?:Class|Collection|Assembly) fixture type '[^'\n]{1,500}' (?:threw in [\w' ]{1,60}\w|may only define a single public constructor|had one or more unresolved constructor arguments)/
const INNER = /^-{4,} (.+)$/gm
const MSTEST_FIXTURE = /^(?:Class|Assembly) Initialization method \S{1,500} threw exception/
const NUNIT_FIXTURE = /^(?:OneTimeSetUp: |TestFixtureSetUp failed in )/

/** Returns the exception's type where only the message has it. */
export function typeIn(message: string): string | null {
  const found = TYPE_IN_MESSAGE.exec(message)
  return found?.[1] ?? found?.[2] ?? null
}

/**
 * Returns the failed set-up of a class, collection or assembly that prevented a test; null for a failure of the test.
 */
export function fixtureFailure({ message, type }: DotnetFailureText): string | null {
  if (NUNIT_FIXTURE.test(message) || MSTEST_FIXTURE.test(message)) return message
  const fixture = XUNIT_PIPELINE.test(type ?? '') ? XUNIT_FIXTURE.exec(message)?.[0] : undefined
  if (fixture === undefined) return null
  const cause = [...message.matchAll(INNER)].at(-1)?.[1]
  return cause === undefined || cause.startsWith(fixture) ? fixture : `${fixture}: ${cause}`
}

/** `N.C.M(x: 1)` of class `N.C` -> `M(x: 1)`; another title stays. */
export function nameInClass(display: string, className: string): string {
  return className !== '' && display.startsWith(`${className}.`) ? display.slice(className.length + 1) : display
}

/** Returns the name to find in the tree: the outermost class, without arguments and type parameters. */
export function resolvableClass(className: string): string | undefined {
  const found = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/.exec(className)?.[0]
  const next = found === undefined ? 'x' : className.charAt(found.length)
  return next === '' || '+(<`['.includes(next) ? found : undefined
}

/** Seconds -> milliseconds. */
export function secondsToMs(text: string | undefined): number | null {
  const seconds = text ? Number(text) : Number.NaN
  return Number.isFinite(seconds) ? Math.max(0, Math.round(seconds * 1e6) / 1e3) : null
}

/** `[d.]hh:mm:ss.fffffff` -> milliseconds. */
export function spanToMs(text: string | undefined): number | null {
  const [, days = '0', hours, minutes, seconds] =
    /^(?:(\d{1,6})\.)?(\d{1,2}):(\d{2}):(\d{2}(?:\.\d{1,9})?)$/.exec(text ?? '') ?? []
  if (hours === undefined) return null
  return secondsToMs(String(((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)))
}
