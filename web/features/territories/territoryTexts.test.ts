import { describe, expect, it } from 'vitest'
import {
  describeChanges,
  describeLosses,
  describeOutlines,
  describeOverlaps,
  describePreview,
  describeSplit,
  holdersOn,
} from './territoryTexts.ts'

const [riley, sam] = ['Riley', 'Sam'].map((fullName) => ({ __typename: 'UserRef' as const, id: fullName, fullName }))
const assignment = (user: typeof riley, from: string, to: string | null) => ({
  __typename: 'TerritoryAssignment' as const,
  ...{ user: user!, from, to },
})
const assignments = [
  assignment(sam, '2026-03-10', null),
  assignment(riley, '2026-03-01', '2026-03-20'),
  assignment(sam, '2026-01-01', '2026-02-01'),
]

describe('the sentences about a territory', () => {
  it('say who loses what when others hold it', () => {
    expect(holdersOn(assignments, '2026-03-05').map(({ id }) => id)).toEqual(['Riley'])
    const territory = { doors: 34, left: 12, assignments }
    expect(describeLosses(territory, ['Sam'], '2026-03-05')).toBe('Riley loses 34 doors, 12 of them open.')
    expect(describeLosses(territory, [], '2026-03-10')).toBe('Sam and Riley lose 34 doors, 12 of them open.')
    expect(describeLosses(territory, ['Riley', 'Sam'], '2026-03-10')).toBe('')
    expect(describeLosses({ ...territory, doors: 1, left: 0 }, [], '2026-03-25')).toBe(
      'Sam loses 1 door, 0 of them open.',
    )
  })

  it('say what an area contains and overlaps', () => {
    const preview = { __typename: 'TerritoryPreview' as const, doors: 1_212, saved: 40, knocked: 1, doNotKnock: 0 }
    expect(describePreview({ ...preview, overlaps: [], changes: [] })).toBe('1,212 doors, 40 saved, 1 knocked')
    const overlaps = [
      { __typename: 'TerritoryOverlap' as const, territoryId: 'a', doors: 1 },
      { __typename: 'TerritoryOverlap' as const, territoryId: 'b', doors: 34 },
    ]
    const territories = [
      { id: 'a', name: 'Elm Park' },
      { id: 'b', name: 'Oak Hill' },
    ]
    expect(describeOverlaps(overlaps, territories)).toBe('Overlaps Oak Hill by 34 doors and Elm Park by 1 door.')
    expect(describeOverlaps([], territories)).toBe('')
  })

  it('say what happens to the holes and parts of an area that is changed', () => {
    expect(describeOutlines({ holes: 0, parts: 1 }, 'Click')).toBe('')
    expect(describeOutlines({ holes: 1, parts: 1 }, 'Click')).toBe('The hole stays as it is. Click it to fill it.')
    expect(describeOutlines({ holes: 2, parts: 3 }, 'Tap')).toBe(
      'The 2 holes stay as they are. Tap one to fill it. Tap one of the 3 parts to change it.',
    )
  })

  it('say who gains and loses doors by another area, and name those together for whom the same changes', () => {
    const change = (user: typeof riley, lost: number, lostOpen: number, gained = 0, gainedOpen = 0) => ({
      __typename: 'TerritoryHolderChange' as const,
      ...{ user: user!, lost, lostOpen, gained, gainedOpen },
    })
    expect(describeChanges([])).toBe('')
    expect(describeChanges([change(riley, 34, 12)])).toBe('Riley loses 34 doors, 12 of them open.')
    expect(describeChanges([change(riley, 34, 12), change(sam, 34, 12)])).toBe(
      'Riley and Sam lose 34 doors, 12 of them open.',
    )
    expect(describeChanges([change(riley, 34, 12, 5, 1), change(sam, 0, 0, 1, 1)])).toBe(
      'Riley loses 34 doors, 12 of them open, and gains 5 doors, 1 of them open. Sam gains 1 door, 1 of them open.',
    )
  })
})

describe('what a division gives', () => {
  it('is the number of parts with their doors', () => {
    expect(describeSplit([98, 105, 101, 99])).toBe('4 parts with 98 to 105 doors each.')
    expect(describeSplit([20, 20])).toBe('2 parts with 20 doors each.')
  })

  it('says why parts differ by more than 10 % from an equal share', () => {
    expect(describeSplit([40, 12, 20])).toBe(
      '3 parts with 12 to 40 doors each. Sides of streets stay whole, which does not allow equal shares here.',
    )
    expect(describeSplit([40, 12, 20], true)).toBe('3 parts with 12 to 40 doors each.')
  })
})
