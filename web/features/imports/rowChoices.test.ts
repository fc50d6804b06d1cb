import { expect, it } from 'vitest'
import { chooseForAll, decisionsOf } from './rowChoices.ts'

const candidate = (propertyId: string) => ({ propertyId, address: '12 Demo St', ownerName: null, distanceMeters: 0 })
const one = { row: 2, candidates: [candidate('a')] }
const two = { row: 3, candidates: [candidate('a'), candidate('b')] }
const none = { row: 4, candidates: [] }

it('sends the choices that are complete: with several candidates, the same needs to be one of them', () => {
  const same = { decision: 'SAME', propertyId: null } as const
  expect(decisionsOf([one, two, none], { 2: same, 3: same, 9: same })).toEqual([{ row: 2, ...same }])
  const chosen = { decision: 'SAME', propertyId: 'b' } as const
  expect(decisionsOf([one, two], { 3: chosen })).toEqual([{ row: 3, ...chosen }])
})

it('chooses the same for all rows with one candidate, and anything else for all', () => {
  expect(chooseForAll([one, two, none], {}, 'SAME')).toEqual({ 2: { decision: 'SAME', propertyId: null } })
  expect(Object.keys(chooseForAll([one, two, none], {}, 'NEW'))).toEqual(['2', '3', '4'])
})
