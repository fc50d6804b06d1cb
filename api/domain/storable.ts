import { Malformed } from './errors.ts'

/** No valid input is nested deeper. A body of 1 MB can have 100,000 levels, which would overflow recursive code. */
export const maxDepth = 32
/** No operation accepts a longer list. A body of 1 MB can have half a million items, and each invalid one would get an error. */
const maxItems = 25_000

/**
 * Throws `Malformed` for a string or property name that PostgreSQL cannot store (with a NUL or a lone surrogate), for values nested
 * deeper than 32 levels, and for lists of more than 25,000 items. The error names the field.
 */
export function checkStorable(input: unknown): void {
  const stack: { container: object; depth: number; field: string | null }[] = []
  const check = (value: unknown, depth: number, field: string | null) => {
    if (typeof value === 'string') checkText(value, field)
    if (typeof value !== 'object' || value === null) return
    if (depth === maxDepth) throw makeDepthError()
    if (Array.isArray(value) && value.length > maxItems) throw makeError('At most 25,000 items.', field)
    stack.push({ container: value, depth: depth + 1, field })
  }
  check(input, 0, null)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { container, depth, field } = next
    if (Array.isArray(container)) for (const item of container) check(item, depth, field)
    else
      for (const [name, value] of Object.entries(container)) {
        checkText(name, field)
        check(value, depth, name)
      }
  }
}

/** Whether the value has more than `maxDepth` levels, which overflow recursive code such as that of `JSON.stringify`. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === maxDepth || Object.values(value).some((item) => isTooDeep(item, depth + 1))
}

function checkText(text: string, field: string | null): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw makeError('The text contains characters that cannot be stored.', field)
}

/** The error of input with more than `maxDepth` levels. */
export function makeDepthError(): Malformed {
  return new Malformed(`The input is nested too deeply: at most ${maxDepth} levels.`)
}

function makeError(message: string, field: string | null): Malformed {
  return new Malformed(message, field === null ? {} : { [field]: message })
}
