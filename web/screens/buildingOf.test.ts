import { expect, it } from 'vitest'
import { draftOf } from '../domain/draftOf.ts'
import { toNewPropertyInput } from '../features/properties/toNewPropertyInput.ts'
import { buildingAt } from './buildingOf.ts'

const address = { address: '38 Sample Maple Ave', streetNumber: '38', streetName: 'Sample Maple Ave', city: null }
const draft = draftOf({ ...address, lat: 42, lng: -71 })

it('a house whose parcel record counts several units is a building, before any of them is saved', () => {
  expect(buildingAt(draft, [])).toBeUndefined()
  expect(buildingAt({ ...draft, units: 4 }, [])).toMatchObject({ streetNumber: '38', unitCount: 4, candidates: [] })
})

it('the number of units is not saved with the house', () => {
  expect(toNewPropertyInput({ ...draft, units: 4 })).toEqual(toNewPropertyInput(draft))
  expect(Object.keys(toNewPropertyInput({ ...draft, units: 4 }))).not.toContain('units')
})
