/** The jobs that a `strategy.matrix` makes (docs: "Running variations of jobs in a workflow"). */

export type Leg = Readonly<Record<string, unknown>>

/** GitHub starts no more jobs from one matrix. */
const MAX_LEGS = 256

/** @param matrix filled in: every expression in it evaluated @throws Error in GitHub's words */
export function expandMatrix(matrix: unknown): readonly Leg[] {
  if (typeof matrix !== 'object' || matrix === null || Array.isArray(matrix))
    throw new Error('Matrix must be a mapping')
  const { include = [], exclude = [], ...vectors } = matrix as Record<string, unknown>
  const product = Object.entries(vectors).reduce<Leg[]>(
    (legs, [name, vector]) =>
      legs.flatMap((leg) => getVector(name, vector).map((value) => ({ ...leg, [name]: value }))),
    Object.keys(vectors).length === 0 ? [] : [{}],
  )
  const kept = product.filter((leg) => !asLegs(exclude).some((other) => isPart(other, leg)))
  const legs = withIncluded(kept, Object.keys(vectors), asLegs(include))
  if (legs.length === 0) throw new Error('Matrix must define at least one vector')
  if (legs.length > MAX_LEGS) throw new Error(`Matrix exceeds the limit of ${MAX_LEGS} jobs`)
  return legs
}

/** `(1, linux)`, as GitHub writes behind a job's name. */
export function legName(leg: Leg): string {
  const values = Object.values(leg).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  )
  return `(${values.map(String).join(', ')})`
}

function getVector(name: string, vector: unknown): readonly unknown[] {
  if (!Array.isArray(vector) || vector.length === 0)
    throw new Error(`Matrix vector '${name}' does not contain any values`)
  return vector
}

/** An entry joins every leg whose own values it does not change; one that joins none is a leg of its own. */
function withIncluded(legs: readonly Leg[], own: readonly string[], included: readonly Leg[]): readonly Leg[] {
  const grown = legs.map((leg) => ({ ...leg }))
  const added: Leg[] = []
  for (const entry of included) {
    const keys = Object.keys(entry).filter((name) => own.includes(name))
    const wanted = legs.flatMap((leg, at) => (keys.every((name) => isSame(leg[name], entry[name])) ? [at] : []))
    if (wanted.length === 0) added.push(entry)
    for (const at of wanted) Object.assign(grown[at] ?? {}, entry)
  }
  return [...grown, ...added]
}

const asLegs = (value: unknown) => (Array.isArray(value) ? value : []) as readonly Leg[]
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const isPart = (part: Leg, whole: Leg) => Object.entries(part).every(([name, value]) => isSame(whole[name], value))
