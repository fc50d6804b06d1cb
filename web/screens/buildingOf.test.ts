import { expect, it } from 'vitest'
import { draftOf } from '../domain/draftOf.ts'
import { describeUnits } from '../features/properties/unitCounts.ts'
import type { PropertyMarker } from '../features/map/markerFeatures.ts'
import { toNewPropertyInput } from '../features/properties/toNewPropertyInput.ts'
import { buildingAt, buildingOfLookup } from './buildingOf.ts'

const at = { lat: 42, lng: -71, streetNumber: '38' }
const draft = draftOf({ ...at, address: '38 Sample Maple Ave', streetName: 'Sample Maple Ave', city: null })
const marker = (id: string, unit: string | null): PropertyMarker => ({
  ...{ ...at, id, unit, status: 'NEW', priority: 'NORMAL' },
})

it('a house whose parcel record counts several units is a building, before any of them is saved', () => {
  expect(buildingAt(draft, [])).toBeUndefined()
  const building = buildingAt({ ...draft, units: 4 }, [])!
  expect(building).toMatchObject({ streetNumber: '38', unitCount: 4, savedCount: 0, candidates: [] })
  expect(describeUnits(building)).toBe('4 units · none saved')
})

it('a saved house tells the units that the server knows', () => {
  const saved = { ...at, id: 'house', address: '38 Sample Maple Ave' }
  expect(buildingAt({ ...saved, building: null }, [marker('house', null)])).toBeUndefined()
  const building = buildingAt({ ...saved, building: { units: 4, saved: 2 } }, [marker('house', null)])!
  expect(building).toMatchObject({ propertyId: 'house', unitCount: 4, savedCount: 2 })
  expect(describeUnits(building)).toBe('4 units · 2 saved')
})

it('without the details, a building has the units that the map shows, those of colleagues and of the outbox among them', () => {
  const markers = [marker('building', null), marker('one', 'Unit 1'), marker('two', 'Unit 2')]
  expect(buildingAt(marker('one', 'Unit 1'), [marker('one', 'Unit 1')])).toMatchObject({ unitCount: 1, savedCount: 1 })
  expect(buildingAt(marker('building', null), markers)).toMatchObject({ unitCount: 2, savedCount: 2 })
  // Just saved here: the server did not have it yet.
  const stale = { ...at, id: 'one', address: '38 Sample Maple Ave Unit 1', building: { units: 4, saved: 1 } }
  expect(buildingAt(stale, markers)).toMatchObject({ unitCount: 4, savedCount: 2 })
  expect(buildingAt(marker('other', null), [marker('other', null)])).toBeUndefined()
})

it('of one unit alone, whose building is unknown, no number is told', () => {
  const building = buildingAt(marker('one', 'Unit 1'), [marker('one', 'Unit 1')])!
  expect(describeUnits(building)).toBe('Units · 1 saved')
})

it('a look-up that finds several units is a building with them', () => {
  const candidate = { __typename: 'LocateCandidate' as const, parcelId: 'a', unit: 'Unit 1', ownerName: null }
  const candidates = [1, 2].map((unit) => ({ ...candidate, address: `38 Sample Maple Ave Unit ${unit}` }))
  const found = { property: null, draft, candidates }
  expect(buildingOfLookup({ ...found, candidates: [] } as never)).toBeUndefined()
  expect(buildingOfLookup(found as never)).toMatchObject({ candidates, streetName: 'Sample Maple Ave' })
})

it('the number of units is not saved with the house', () => {
  expect(toNewPropertyInput({ ...draft, units: 4 })).toEqual(toNewPropertyInput(draft))
  expect(Object.keys(toNewPropertyInput({ ...draft, units: 4 }))).not.toContain('units')
})
