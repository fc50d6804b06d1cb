/** Sorts by when the knocks happened. A knock that was sent late belongs before later ones. */
export function sortLatestFirst<Knock extends { occurredAt: string }>(knocks: readonly Knock[]): Knock[] {
  return [...knocks].sort((one, other) => Date.parse(other.occurredAt) - Date.parse(one.occurredAt))
}
