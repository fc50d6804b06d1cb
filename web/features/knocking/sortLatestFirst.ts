/** Knocks by when they happened, the latest first: one that waited on a phone arrives late and belongs earlier. */
export function sortLatestFirst<Knock extends { occurredAt: string }>(knocks: readonly Knock[]): Knock[] {
  return [...knocks].sort((one, other) => Date.parse(other.occurredAt) - Date.parse(one.occurredAt))
}
