/** A link that opens a saved property on the map. */
export const mapLink = (propertyId: string): string => `/map?house=${encodeURIComponent(propertyId)}`

/** The state of a history entry of the map that opens where the user is, instead of where they left it. */
export const OPEN_WHERE_USER_IS = { opens: 'whereUserIs' } as const

/** Whether the history entry was made with `OPEN_WHERE_USER_IS`. */
export const opensWhereUserIs = (state: unknown): boolean =>
  (state as Partial<typeof OPEN_WHERE_USER_IS> | null)?.opens === OPEN_WHERE_USER_IS.opens
