/** What the cards of a column are ordered by. */
export type CardOrder = 'FOLLOW_UP' | 'CREATED_AT' | 'VALUE'

export const cardOrders: readonly { value: CardOrder; label: string }[] = [
  { value: 'FOLLOW_UP', label: 'Follow-up' },
  { value: 'CREATED_AT', label: 'Newest first' },
  { value: 'VALUE', label: 'Value' },
]
