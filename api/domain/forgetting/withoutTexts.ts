const erased = '…'

/** A value of JSON in which each of the texts, in any case, is replaced wherever a string has it. Names of properties stay. */
export function withoutTexts<Value>(value: Value, texts: readonly string[]): Value {
  if (typeof value === 'string') return texts.reduce(withoutText, value as string) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTexts(item, texts)) as Value
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]: [string, unknown]) => [name, withoutTexts(item, texts)]),
    ) as Value
  return value
}

function withoutText(from: string, text: string): string {
  const lower = from.toLowerCase()
  const wanted = text.toLowerCase()
  // Lower case of a few letters is longer, so that places would differ. Such a string is erased whole.
  if (lower.length !== from.length) return lower.includes(wanted) ? erased : from
  const parts: string[] = []
  let start = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, start)) {
    parts.push(from.slice(start, at))
    start = at + wanted.length
  }
  return [...parts, from.slice(start)].join(erased)
}
