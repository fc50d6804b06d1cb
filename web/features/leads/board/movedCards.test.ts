import { expect, it } from 'vitest'
import type { LeadRow } from '../leadRanges.ts'
import { boardColumnsOf } from './boardColumns.ts'
import { type MovedCard, movedAfterRead } from './movedCards.ts'

const stage = { __typename: 'LeadStage' as const, id: 's1', name: 'Inspection', color: 'PLUM' as const }
const columns = boardColumnsOf([stage])
const lead = (id: string, status: LeadRow['status'], ofStage: LeadRow['stage'] = null) =>
  ({ id, status, stage: ofStage }) as LeadRow

/** The cards after columns were read in this order, as 'id: from > to'. */
function afterReads(...reads: [column: string, rows: LeadRow[] | null][]): string[] {
  const moved = reads.reduce<readonly MovedCard[]>((before, read) => movedAfterRead(before, columns, ...read), [])
  return moved.map((card) => `${card.lead.id}: ${card.from} > ${card.to}`)
}

it('moves a card whose shown status or stage belongs to another column', () => {
  expect(afterReads(['NEW', [lead('a', 'NEW'), lead('b', 'COMPLETED')]])).toEqual(['b: NEW > COMPLETED'])
  expect(afterReads(['NEW', [lead('a', 'CONTACTED', stage)]])).toEqual(['a: NEW > s1'])
  expect(afterReads(['s1', [lead('a', 'CONTACTED', stage), lead('b', 'CONTACTED')]])).toEqual(['b: s1 > CONTACTED'])
  // A stage that was removed or is not known yet.
  expect(afterReads(['CONTACTED', [lead('a', 'CONTACTED', { ...stage, id: 's2' })]])).toEqual([])
})

it('moves it back when the change is undone or refused', () => {
  expect(afterReads(['NEW', [lead('a', 'COMPLETED')]], ['NEW', [lead('a', 'NEW')]])).toEqual([])
})

it('keeps it on the board until both columns were read, in either order', () => {
  const moved: [string, LeadRow[]] = ['NEW', [lead('a', 'COMPLETED')]]
  const left: [string, LeadRow[]] = ['NEW', []]
  const there: [string, LeadRow[]] = ['COMPLETED', [lead('a', 'COMPLETED')]]
  expect(afterReads(moved, left)).toEqual(['a: NEW > COMPLETED'])
  expect(afterReads(moved, left, there)).toEqual([])
  // Its own row stands there already.
  expect(afterReads(moved, there, left)).toEqual(['a: NEW > COMPLETED'])
  expect(afterReads(moved, there, left, ['COMPLETED', []])).toEqual([])
})

it('moves nothing from a column that has gone', () => {
  expect(afterReads(['NEW', [lead('a', 'COMPLETED')]], ['NEW', null])).toEqual([])
})
