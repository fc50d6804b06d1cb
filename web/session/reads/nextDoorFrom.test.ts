import { describe, expect, it } from 'vitest'
import { nextDoorFrom, startAt } from './nextDoorFrom.ts'
import type { Door, UnsavedProperty } from './readStore.ts'

const at = (number: number) => ({ lat: 39.77, lng: -86.16 + number / 1e5 })

const house = (number: number, more: Partial<UnsavedProperty> = {}): UnsavedProperty => ({
  ...{ address: `${number} W 12th Demo St, Demo Town, IN 00042`, streetNumber: `${number}` },
  ...{ streetName: 'W 12th Demo St', city: 'Demo Town', state: 'IN', zipCode: '00042', ...at(number) },
  ...more,
})

const door = (number: number, more: Partial<Door> = {}): Door => ({
  ...{ id: `door-${number}`, streetNumber: `${number}`, streetName: 'W 12th Demo St', unit: null, ...at(number) },
  ...{ status: 'NEW', priority: 'NORMAL', lastOutcome: null, lastKnockedAt: null, mine: true, assignedTo: null },
  doNotKnock: false,
  ...more,
})

const start = (number: number) => startAt(`${number} W. 12th Demo St, Demo Town`, at(number))
const walk = (
  from: number,
  known: { doors?: Door[]; houses?: UnsavedProperty[] },
  how: Parameters<typeof nextDoorFrom>[2] = {},
) => nextDoorFrom(start(from), { doors: [], houses: [], ...known }, how)

describe('the next door from what the phone holds', () => {
  it('is the next number on the same side, saved or not', () => {
    const known = { doors: [door(14)], houses: [house(11), house(12), house(13), house(14)] }
    expect(walk(10, known)).toMatchObject({
      ...{ address: '12 W 12th Demo St, Demo Town, IN 00042', streetNumber: '12', streetName: 'W 12th Demo St' },
      ...{ city: 'Demo Town', ...at(12), propertyId: null, status: null, direction: 'ASCENDING', crossed: false },
    })
    expect(walk(12, known)).toMatchObject({ id: 'door-14', propertyId: 'door-14', status: 'NEW' })
    expect(walk(14, known, { direction: 'DESCENDING' })?.streetNumber).toBe('12')
  })

  it('is a saved house only once, also where its number is written in another way', () => {
    const houses = [house(12, { address: '12A W 12th Demo St, Demo Town' }), house(14)]
    expect(walk(10, { doors: [door(12, { status: 'NOT_INTERESTED' })], houses })?.streetNumber).toBe('14')
  })

  it('is a unit of a building that is not saved, and the address of a saved unit tells it', () => {
    const unit = (n: number) => house(12, { address: `12 W 12th Demo St Unit ${n}, Demo Town, IN 00042` })
    const refused = door(12, { unit: '#1', status: 'NOT_INTERESTED' })
    expect(walk(10, { doors: [refused], houses: [unit(1), unit(2)] })?.address).toBe(unit(2).address)
    expect(walk(10, { doors: [door(12, { unit: '#1' })], houses: [unit(1)] })).toMatchObject({
      address: '12 W 12th Demo St #1',
      propertyId: 'door-12',
    })
  })

  it('leaves out refusals and the doors that are skipped, saved or not', () => {
    const doors = [door(12, { status: 'NOT_INTERESTED' }), door(14, { lastOutcome: 'NO_SOLICITING' }), door(16)]
    const houses = [house(18), house(20)]
    expect(walk(10, { doors, houses })?.propertyId).toBe('door-16')
    const { lat, lng } = at(18)
    expect(walk(10, { doors, houses }, { skip: ['door-16'] })?.streetNumber).toBe('18')
    expect(walk(10, { doors, houses }, { skip: ['door-16', `temp-${lat},${lng}`] })?.streetNumber).toBe('20')
    expect(walk(10, { doors, houses }, { skip: ['door-16', '18 w 12th demo st'] })?.streetNumber).toBe('20')
  })

  it("leaves out a colleague's door that is interested, and not the rep's own", () => {
    const doors = [door(12, { status: 'INTERESTED', mine: false }), door(14, { status: 'INTERESTED' })]
    expect(walk(10, { doors })?.propertyId).toBe('door-14')
  })

  it('crosses at the end of the side, goes back on the other one, and ends', () => {
    const known = { houses: [house(10), house(11), house(13)] }
    expect(walk(12, known)).toMatchObject({ streetNumber: '13', direction: 'DESCENDING', crossed: true })
    const back = { direction: 'DESCENDING', crossed: true } as const
    expect(walk(13, known, back)).toMatchObject({ streetNumber: '11', ...back })
    expect(walk(11, known, back)).toBeNull()
  })

  it('goes to numbers of equal digits in the order in which they are written', () => {
    const houses = [house(12, { address: '12B W 12th Demo St' }), house(12, { address: '12A W 12th Demo St' })]
    expect(walk(12, { houses })?.address).toBe('12A W 12th Demo St')
  })

  it('is on the same street nearby alone', () => {
    const houses = [house(12, { streetName: 'W 13th Demo St' }), house(14, { lat: 39.8 }), house(16)]
    expect(walk(10, { houses })?.streetNumber).toBe('16')
  })

  it('is the house beside a corner house, which has another street', () => {
    const corner = startAt('972 N Larch Sample Ave', at(0))
    const larch = house(1572, { streetName: 'N Larch Sample Ave', lat: 39.776, lng: -86.16 })
    const [first, second] = [house(1001, at(20)), house(1005, at(40))]
    const beside = nextDoorFrom(corner, { doors: [], houses: [larch, second, first] }, {})
    expect(beside).toMatchObject({ streetNumber: '1001', direction: 'ASCENDING', crossed: false })
    expect(nextDoorFrom(corner, { doors: [], houses: [larch] }, {})?.streetNumber).toBe('1572')
  })

  it('is the nearest house from a place without a number, and unknown without a street', () => {
    const { lat, lng } = at(15)
    const from = { lat, lng, streetNumber: '', streetName: 'W 12th Demo St' }
    const known = { doors: [], houses: [house(10), house(16), house(24)] }
    expect(nextDoorFrom(from, known, {})?.streetNumber).toBe('16')
    expect(nextDoorFrom({ ...from, streetName: null }, known, {})).toBeUndefined()
    expect(nextDoorFrom(startAt('Somewhere', from), known, {})).toBeUndefined()
  })
})
