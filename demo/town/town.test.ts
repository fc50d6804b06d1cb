import { describe, expect, it } from 'vitest'
import { PARCEL_OUTAGE_ADDRESS } from './outage.ts'
import type { TownParcel } from './parcels.ts'
import { PARK_BLOCK } from './plan.ts'
import { FIXTURE_ADDRESSES } from './fixtures.ts'
import { generateTown } from './town.ts'

const { lots, parcels } = generateTown()

function withAddress(address: string): TownParcel[] {
  return parcels.filter((parcel) => parcel.address === address)
}

/** House numbers along one side of each block, west to east. */
function sides(): number[][] {
  const onStreet = lots.filter((lot) => lot.entranceOn === 'street' && lot.streetNumber !== null)
  const groups = Map.groupBy(onStreet, (lot) => `${lot.block.number} ${lot.faces}`)
  return [...groups.values()].map((side) => side.toSorted((a, b) => a.west - b.west).map((lot) => lot.streetNumber!))
}

describe('the demo town', () => {
  it('is identical on every run', () => {
    expect(generateTown().parcels).toEqual(parcels)
  })

  it('has about 7,000 parcels with unique ids', () => {
    expect(parcels.length).toBeGreaterThan(6500)
    expect(parcels.length).toBeLessThan(7500)
    expect(new Set(parcels.map((parcel) => parcel.parcel_id)).size).toBe(parcels.length)
    expect(parcels.every((parcel) => /^49-00-\d{4}-\d{3}$/.test(parcel.parcel_id))).toBe(true)
  })

  it('has every fixture address exactly once, with a house and an owner', () => {
    for (const address of FIXTURE_ADDRESSES) {
      const [parcel, ...others] = withAddress(address)
      expect(others, address).toEqual([])
      expect(parcel, address).toMatchObject({ owner_name: expect.stringMatching(/^Sample Owner \d{4}$/) })
      expect(parcel!.facts, address).toHaveProperty('year_built')
    }
    expect(FIXTURE_ADDRESSES).toContain(PARCEL_OUTAGE_ADDRESS)
    expect(withAddress('10180 W 4th Demo St')[0]!.city).toBe('Sampleton')
  })

  it('has unique addresses within a city', () => {
    const addresses = parcels.filter((parcel) => parcel.address !== null).map((p) => `${p.address}, ${p.city}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('numbers each side of a street in ascending order, odd in the south and even in the north, with gaps', () => {
    const steps = sides().flatMap((numbers) => numbers.slice(1).map((number, index) => number - numbers[index]!))
    expect(steps.every((step) => step > 0 && step % 2 === 0)).toBe(true)
    expect(steps.filter((step) => step > 2).length / steps.length).toBeGreaterThan(0.95)
    const misplaced = lots.filter(
      (lot) =>
        lot.entranceOn === 'street' && lot.streetNumber !== null && lot.streetNumber % 2 !== +(lot.faces === 'north'),
    )
    expect(misplaced).toEqual([])
  })

  it('has some vacant lots, some absentee owners and some parcels without an owner', () => {
    const share = (test: (parcel: TownParcel) => boolean): number => parcels.filter(test).length / parcels.length
    expect(share((parcel) => parcel.facts.use === 'Vacant residential')).toBeCloseTo(0.05, 1)
    expect(share((parcel) => parcel.owner_address?.startsWith('PO Box') ?? false)).toBeGreaterThan(0.08)
    expect(share((parcel) => parcel.owner_name === null)).toBeGreaterThan(0.01)
    expect(share((parcel) => parcel.address === null)).toBeGreaterThan(0.01)
    expect(share((parcel) => parcel.street_number_to !== null)).toBeGreaterThan(0.005)
  })

  it('has lots that do not overlap and are at least eleven meters wide', () => {
    const rows = Map.groupBy(lots, (lot) => `${lot.block.number} ${lot.faces}`)
    for (const row of rows.values()) {
      const sorted = row.toSorted((a, b) => a.west - b.west)
      for (const [index, lot] of sorted.entries()) {
        expect(lot.east - lot.west).toBeGreaterThan(11)
        if (index > 0) expect(lot.west).toBeGreaterThanOrEqual(sorted[index - 1]!.east)
      }
    }
    for (const block of Map.groupBy(lots, (lot) => lot.block).values()) {
      const alley = [block.find((lot) => lot.faces === 'south')!.back, block.find((lot) => lot.faces === 'north')!.back]
      expect(alley[0]!).toBeLessThan(alley[1]!)
    }
  })

  it('has every house on its lot and every marker inside its outline', () => {
    for (const lot of lots) {
      if (lot.house === null) continue
      expect(lot.house.west).toBeGreaterThan(lot.west)
      expect(lot.house.east).toBeLessThan(lot.east)
    }
    for (const { lat, lng, outline } of parcels) {
      const corners = outline.coordinates[0]!
      const lngs = corners.map(([x]) => x)
      const lats = corners.map(([, y]) => y)
      expect(lng > Math.min(...lngs) && lng < Math.max(...lngs)).toBe(true)
      expect(lat > Math.min(...lats) && lat < Math.max(...lats)).toBe(true)
    }
  })

  it('has a park with no parcels', () => {
    expect(lots.some((lot) => lot.block === PARK_BLOCK)).toBe(false)
  })

  it('is recognizably fictional', () => {
    expect(
      parcels.every((parcel) => parcel.street_name === null || /Demo St$|Sample Ave$/.test(parcel.street_name)),
    ).toBe(true)
    expect(parcels.every((parcel) => parcel.owner_name === null || parcel.owner_name.startsWith('Sample Owner'))).toBe(
      true,
    )
    expect(parcels.every((parcel) => /^0004\d$/.test(parcel.zip_code))).toBe(true)
  })
})
