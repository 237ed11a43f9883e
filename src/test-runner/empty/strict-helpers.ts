/** Functions that make a comparison strict, for the end of a file. One runs at a time: comparisons call each other. */
import { OTHER } from './language.ts'

/** @param any the type of what passes through, for TypeScript */
export const STRICT_JAVASCRIPT = (any: string): string => `
var tddGateIsProbing${any} = false
function tddGateStrict(same${any}, values${any}, at${any})${any} {
  if (tddGateIsProbing) return same(...values)
  tddGateIsProbing = true
  try {
    const found = same(...values)
    return found === true ? !tddGateAccepts(same, values, at) : found
  } finally {
    tddGateIsProbing = false
  }
}
function tddGateAccepts(same${any}, values${any}, at${any})${any} {
  const value = values[at]
  if (values.length <= at || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)) return false
  try {
    return same(...values.with(at, tddGateOther(value, 0))) === true
  } catch {
    return false
  }
}
function tddGateOther(value${any}, depth${any})${any} {
  if (typeof value === 'number') return Number.isFinite(value) ? value * 3 + 7 : 0
  if (typeof value === 'bigint') return value * 3n + 7n
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'object' || value === null || depth > 3) return '${OTHER}'
  if (Array.isArray(value) && value.length > 0) return value.map((one) => tddGateOther(one, depth + 1))
  if (Array.isArray(value)) return ['${OTHER}']
  const entries${any} = Object.entries(value)
  if (entries.length === 0) return '${OTHER}'
  const other = Object.fromEntries(entries.map(([key, one]${any}) => [key, tddGateOther(one, depth + 1)]))
  return Object.assign(Object.create(Object.getPrototypeOf(value)), other)
}
`

export const STRICT_PYTHON = `


def tdd_gate_strict(same):
    import copy
    import functools

    def other(value, depth):
        if isinstance(value, bool):
            return not value
        if isinstance(value, (int, float, complex)):
            return value * 3 + 7 if value * 3 + 7 != value else 0
        if depth > 3:
            return '${OTHER}'
        if type(value) in (list, tuple):
            return type(value)([other(one, depth + 1) for one in value] or ['${OTHER}'])
        names = list(getattr(value, '__dict__', None) or [])
        names += [name for name in getattr(type(value), '__slots__', None) or [] if hasattr(value, name)]
        if not names:
            return '${OTHER}' if depth > 0 or isinstance(value, str) else value
        made = copy.copy(value)
        for name in names:
            object.__setattr__(made, name, other(getattr(value, name), depth + 1))
        return made

    @functools.wraps(same)
    def strict(one, two, *more, **named):
        if tdd_gate_probing:
            return same(one, two, *more, **named)
        tdd_gate_probing.append(True)
        try:
            found = same(one, two, *more, **named)
            if found is not True:
                return found
            try:
                made = other(two, 0)
                return made is two or same(one, made, *more, **named) is not True
            except Exception:
                return True
        finally:
            tdd_gate_probing.clear()

    return strict


tdd_gate_probing = []
`
