import type { LeadRow } from '../leadRanges.ts'
import { type BoardColumn, columnIdOf } from './boardColumns.ts'

/** A card that is shown in another column than the one that has read it, because the answer does not have the change. */
export interface MovedCard {
  lead: LeadRow
  from: string
  to: string
  /** The column that it came from was read without it, and the other one not since then. */
  hasLeft: boolean
}

/**
 * The moved cards after a column was read, or has gone with null: its rows that belong elsewhere move there. A card that has left one
 * column is shown in the other until that one was read, too, because each column reads its leads for itself.
 */
export function movedAfterRead(
  moved: readonly MovedCard[],
  columns: readonly BoardColumn[],
  columnId: string,
  rows: readonly LeadRow[] | null,
): readonly MovedCard[] {
  const leaving = (rows ?? [])
    .map((lead): MovedCard => ({ lead, from: columnId, to: columnIdOf(lead, columns), hasLeft: false }))
    .filter(({ to }) => to !== columnId)
  const others = moved.flatMap((card): MovedCard[] => {
    if (card.to === columnId && card.hasLeft) return []
    if (card.from !== columnId) return [card]
    return !rows || rows.some(({ id }) => id === card.lead.id) ? [] : [{ ...card, hasLeft: true }]
  })
  return moved.length === 0 && leaving.length === 0 ? moved : [...others, ...leaving]
}
