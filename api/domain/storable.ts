import { Malformed } from './errors.ts'

/** No valid input is nested deeper. A body of 1 MB can have 100,000 levels, which would overflow recursive code. */
const maxDepth = 32

/**
 * Throws `Malformed` for input that PostgreSQL cannot store: a string or property name with a NUL or a lone surrogate, or
 * values nested deeper than 32 levels. The error names the field that contains the string.
 */
export function checkStorable(input: unknown): void {
  const stack: { value: unknown; depth: number; field: string | null }[] = [{ value: input, depth: 0, field: null }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth, field } = next
    if (typeof value === 'string') checkText(value, field)
    if (typeof value !== 'object' || value === null) continue
    if (depth === maxDepth) throw new Malformed(`The input is nested too deeply: at most ${maxDepth} levels.`)
    for (const [name, inner] of Object.entries(value)) {
      checkText(name, field)
      stack.push({ value: inner, depth: depth + 1, field: Array.isArray(value) ? field : name })
    }
  }
}

function checkText(text: string, field: string | null): void {
  if (!text.includes('\0') && text.isWellFormed()) return
  const message = 'The text contains characters that cannot be stored.'
  throw new Malformed(message, field === null ? {} : { [field]: message })
}
