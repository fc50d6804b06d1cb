const erased = '…'

/** The keys of JSON whose strings somebody typed. Other strings may be names that programs read. */
const typedKeys: readonly string[] = ['search', 'message', 'fileName']

/**
 * Returns a copy of a value of JSON. In all of its strings the texts are replaced, in any case; in those that somebody typed, the words
 * are, too. Keys are kept.
 */
export function withoutTexts<Value>(
  value: Value,
  texts: readonly string[],
  words: readonly string[] = [],
  name = '',
): Value {
  if (typeof value === 'string')
    return [...texts, ...(typedKeys.includes(name) ? words : [])].reduce(withoutText, value as string) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTexts(item, texts, words, name)) as Value
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => [key, withoutTexts(item, texts, words, key)]),
    ) as Value
  return value
}

/** Whether a string has one of the texts, in any case. */
export const hasText = (from: string, texts: readonly string[]): boolean =>
  texts.some((text) => withoutText(from, text) !== from)

function withoutText(from: string, text: string): string {
  const lower = from.toLowerCase()
  const wanted = text.toLowerCase()
  // Lower case of a few letters is longer, so that places would differ. Such a string is erased whole.
  if (lower.length !== from.length) return lower.includes(wanted) ? erased : from
  const parts: string[] = []
  let start = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    // '1 Oak St' is not in '11 Oak St'.
    if (continuesWord(lower, at) || continuesWord(lower, at + wanted.length)) continue
    parts.push(from.slice(start, at))
    start = at + wanted.length
  }
  return [...parts, from.slice(start)].join(erased)
}

/** Whether a word goes on at the place. */
const continuesWord = (text: string, at: number): boolean =>
  at > 0 && at < text.length && /[\p{L}\p{N}]{2}/u.test(text.slice(at - 1, at + 1))
