const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Whether one of the ids, which are UUIDs, is anywhere in a value that can be stored as JSON. */
export function mentionsAny(value: unknown, ids: ReadonlySet<string>): boolean {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.match(uuid)?.some((id) => ids.has(id)) ?? false
}
