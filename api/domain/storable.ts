import { Malformed } from './errors.ts'

/** Deeper than anything that is asked for; a hundred thousand levels fit into 1 MB. */
const maxDepth = 32

/**
 * Lets pass what can be kept: no text or name with a NUL or half of a surrogate pair, neither of which PostgreSQL stores,
 * and nothing nested deeper than 32 levels. Throws `Malformed`, naming the field that a text stands in.
 */
export function checkStorable(given: unknown): void {
  const stack: { value: unknown; depth: number; field: string | null }[] = [{ value: given, depth: 0, field: null }]
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
  const sentence = 'A text holds characters that cannot be stored.'
  throw new Malformed(sentence, field === null ? {} : { [field]: sentence })
}
