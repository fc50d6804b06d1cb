/** The lists that can have saved views. */
export const viewLists = ['leads', 'properties', 'users', 'activity'] as const
export type ViewList = (typeof viewLists)[number]
