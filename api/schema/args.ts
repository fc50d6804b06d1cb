/** Arguments that mean the same wherever they are taken. */
export const firstArg = {
  nullable: true,
  description: 'How many items at most: 1 to 1,000, and 100 where it is left out.',
} as const
export const afterArg = {
  nullable: true,
  description: 'Reads on behind the item with this cursor: `pageInfo.endCursor` of the page before.',
} as const

const periodDescription = "The running calendar period in the tenant's time zone"
export const weekArg = { defaultValue: 'week', description: `${periodDescription}; a week begins on Monday.` } as const
export const monthArg = {
  defaultValue: 'month',
  description: `${periodDescription}; a week begins on Monday.`,
} as const
export const daysArg = {
  defaultValue: 7,
  description: 'How many days back from now, rolling: they do not begin at midnight.',
} as const
