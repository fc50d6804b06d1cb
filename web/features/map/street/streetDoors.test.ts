import { describe, expect, it } from 'vitest'
import { describeDoor } from './DoorButton.tsx'
import { buildStreet, rowAt, type SavedDoor, type StreetAddress } from './streetDoors.ts'

const STREET = 'W 12th Demo St'
const dayStart = Date.parse('2026-05-04T00:00:00Z')
/** Eight meters between two numbers of a side, and the sides 20 meters apart. */
const at = (number: number) => ({ lat: 39.77 + (number % 2) * 0.00018, lng: -86.16 + number / 2e4 })

const house = (written: string, more: Partial<StreetAddress> = {}): StreetAddress => {
  const number = Number.parseInt(written)
  return {
    ...{ address: `${written} ${STREET}, Demo Town, IN 00042`, streetNumber: `${number}`, streetName: STREET },
    ...at(number),
    ...more,
  }
}

const door = (number: number, more: Partial<SavedDoor> = {}): SavedDoor => ({
  ...{ id: `door-${number}`, streetNumber: `${number}`, streetName: STREET, unit: null, ...at(number) },
  ...{ status: 'NEW', priority: 'NORMAL', lastOutcome: null, lastKnockedAt: null, mine: true, assignedTo: null },
  doNotKnock: false,
  isTeams: false,
  ...more,
})

/** A door with a knock of today, or of the day before. */
const knocked = (number: number, lastOutcome: SavedDoor['lastOutcome'] = 'NOBODY_HOME', hours = 10, more = {}) =>
  door(number, { lastOutcome, lastKnockedAt: new Date(dayStart + hours * 3_600_000).toISOString(), ...more })

type Known = Partial<Parameters<typeof buildStreet>[0]>
const build = (from: number, { saved = [], houses = [], ...more }: Known) =>
  buildStreet({
    current: { id: `door-${from}`, streetNumber: `${from}`, streetName: STREET, ...at(from) },
    ...{ saved, houses, next: undefined, dayStart },
    ...more,
  })

const nextDoor = (address: string, propertyId: string | null, streetName = STREET): Known['next'] => ({
  ...{ __typename: 'NextDoor', id: 'next', address, streetNumber: '', streetName, city: null, lat: 0, lng: 0 },
  ...{ distanceMeters: 20, propertyId, status: null, direction: 'ASCENDING', crossed: false },
})

/** Each side as screen readers read it. */
function read(street: ReturnType<typeof build>): { odd: string[]; even: string[] } {
  const describeAll = (side: NonNullable<typeof street>['kerbs']['odd'] = []) =>
    side.map((placed) => describeDoor(placed.door))
  return { odd: describeAll(street?.kerbs.odd), even: describeAll(street?.kerbs.even) }
}

describe('a street', () => {
  it('has the last outcome of each saved door, and a gap for each house that is not saved', () => {
    const saved = [door(11), knocked(13, 'TALKED'), door(12, { status: 'CONTACTED' })]
    const street = build(11, { saved, houses: ['11', '12', '13', '14', '15'].map((number) => house(number)) })
    expect(read(street)).toEqual({
      odd: ['11, not knocked yet, you are here', '13, Talked', '15, not saved'],
      even: ['12, Contacted', '14, not saved'],
    })
    expect(street).toMatchObject({ name: STREET, count: 5, notKnocked: 3, skipped: 0, currentRow: 0 })
    expect(street?.kerbs.odd.map(({ door: { shape, opens } }) => [shape, opens?.id])).toEqual([
      ['new', 'door-11'],
      ['contacted', 'door-13'],
      [undefined, undefined],
    ])
  })

  it('leaves out other streets and land without a number, however the street is written', () => {
    const houses = [house('14', { streetName: 'W. 12th Demo Street' }), house('16', { streetName: 'Oak Demo Ave' })]
    const land = house('18', { address: `No number, ${STREET}`, streetNumber: '' })
    const street = build(12, { saved: [door(12), door(20, { streetNumber: '' })], houses: [...houses, land] })
    expect(read(street).even).toEqual(['12, not knocked yet, you are here', '14, not saved'])
  })

  it('is unknown without a street or a number', () => {
    const current = { streetNumber: '12', streetName: STREET, ...at(12) }
    expect(build(12, { current: { ...current, streetName: null } })).toBeUndefined()
    expect(build(12, { current: { ...current, streetNumber: '' } })).toBeUndefined()
  })

  it('outlines the next door, saved or not, and none at a corner, where that is on another street', () => {
    const known = { saved: [door(11), door(13)], houses: [house('11'), house('13'), house('15')] }
    const outlined = (next: Known['next']) =>
      read(build(11, { ...known, next })).odd.filter((text) => /next/.test(text))
    expect(outlined(nextDoor(`13 ${STREET}, Demo Town`, 'door-13'))).toEqual(['13, not knocked yet, next door'])
    expect(outlined(nextDoor(`15 ${STREET}, Demo Town`, null))).toEqual(['15, not saved, next door'])
    expect(outlined(nextDoor('13 Oak Demo Ave, Demo Town', null, 'Oak Demo Ave'))).toEqual([])
  })

  it('of a corner house is that of its address, with the house alone if no other has it', () => {
    const current = { address: '9 Oak Demo Ave, Demo Town', streetNumber: '9', streetName: 'Oak Demo Ave', ...at(11) }
    expect(read(build(9, { current, saved: [door(13)], houses: [house('15')] }))).toEqual({
      odd: ['9, not saved, you are here'],
      even: [],
    })
  })

  it('writes a saved number as the record of the house does: with letters, as a range, with a fraction', () => {
    const houses = [house('12a'), house('14-16'), house('18 1/2')]
    const street = build(12, { saved: [door(12), knocked(14), door(18)], houses })
    expect(street?.kerbs.even.map(({ door: { label } }) => label)).toEqual(['12A', '14–16', '18½'])
  })

  it('keeps two houses of one number apart, and shows long numbers short', () => {
    const grid = (number: string, lng: number) => ({ streetNumber: number, streetName: STREET, lat: 39.77, lng })
    const saved = [
      door(1, { id: 'one', ...grid('W148N9748', -86.16) }),
      door(1, { id: 'other', ...grid('W148N9748', -86.159) }),
      door(1, { id: 'third', ...grid('W148N9750', -86.158) }),
    ]
    const street = build(1, { saved, current: { id: 'third', ...grid('W148N9750', -86.158) } })
    expect(street?.kerbs.even.map(({ door: { label, shortLabel } }) => [label, shortLabel])).toEqual([
      ['W148N9748', '9748'],
      ['W148N9748', '9748'],
      ['W148N9750', '9750'],
    ])
  })
})

describe('the units of a building', () => {
  const unit = (name: string) => house('12', { address: `12 ${STREET} ${name}, Demo Town, IN 00042` })

  it('are one door, which counts them and opens the first where nobody has knocked', () => {
    const saved = [knocked(12, 'TALKED', 9, { id: 'a', unit: 'Apt A' }), door(12, { id: 'b', unit: 'Apt B' })]
    const houses = [house('12'), unit('Apt A'), unit('Apt B'), unit('Apt C')]
    const street = build(14, { saved: [...saved, door(14)], houses })
    expect(read(street).even).toEqual(['12, 1 of 3 units knocked', '14, not knocked yet, you are here'])
    expect(street?.kerbs.even[0]?.door).toMatchObject({ opens: { id: 'b' }, shape: 'new', unitCount: 3 })
  })

  it('open a house that is not saved once all that are saved are done, then the latest', () => {
    const a = knocked(12, 'TALKED', 9, { id: 'a', unit: 'Apt A' })
    const b = knocked(12, 'LEFT_FLYER', 11, { id: 'b', unit: 'Apt B' })
    const opened = (houses: StreetAddress[]) => build(14, { saved: [a, b], houses })?.kerbs.even[0]?.door
    expect(opened([unit('Apt A'), unit('Apt B'), unit('Apt C')])).toMatchObject({ opens: undefined, shape: 'new' })
    expect(opened([unit('Apt A'), unit('Apt B')])).toMatchObject({ opens: { id: 'b' }, shape: 'left_flyer' })
  })
})

describe('a draft', () => {
  const current = { address: `12a ${STREET}, Demo Town`, streetNumber: '12', streetName: STREET, ...at(12) }

  it('is the house of its number, also while its knock saves it', () => {
    const houses = [house('12a'), house('14')]
    expect(read(build(12, { current, houses })).even).toEqual(['12A, not saved, you are here', '14, not saved'])
    const saved = [knocked(12, 'LEFT_FLYER', 9, { id: 'saved' })]
    expect(read(build(12, { current, houses, saved })).even).toEqual(['12A, Left flyer, you are here', '14, not saved'])
  })

  it('that no record has is there too', () => {
    expect(read(build(12, { current, houses: [house('14')] })).even).toEqual([
      '12A, not saved, you are here',
      '14, not saved',
    ])
  })
})

describe('a skipped door', () => {
  const skipped = (saved: SavedDoor[], houses: StreetAddress[] = []) => {
    const street = build(2, { saved, houses })
    const doors = [...(street?.kerbs.odd ?? []), ...(street?.kerbs.even ?? [])]
    const found = doors.filter(({ door: { isSkipped } }) => isSkipped).map(({ door: { label } }) => label)
    expect(street?.skipped).toBe(found.length)
    return found
  }

  it('is one between two of today’s knocks on its side, saved or not', () => {
    expect(skipped([knocked(11), door(13), knocked(17)], [house('15'), house('19'), house('14')])).toEqual(['13', '15'])
    expect(skipped([knocked(11), door(13), knocked(14)])).toEqual([])
  })

  it('is none where somebody was met or that the walk leaves out, and one where nobody was home on another day', () => {
    const left = [
      door(13, { status: 'NOT_INTERESTED' }),
      knocked(15, 'NO_SOLICITING', -5),
      door(17, { status: 'INTERESTED', mine: false }),
      knocked(19, 'NOBODY_HOME', -5, { status: 'INTERESTED', mine: false }),
      knocked(23, 'TALKED', -5),
    ]
    expect(skipped([knocked(11), ...left, knocked(25)], [house('21')])).toEqual(['21'])
    expect(skipped([knocked(11), knocked(13, 'NOBODY_HOME', -5), knocked(15)])).toEqual(['13'])
  })
})

it('the row of a point is that of the nearest door', () => {
  const street = build(11, { saved: [door(11), door(13), door(15)], houses: [] })!
  expect(rowAt(street, at(14))).toBe(1)
  expect(rowAt(street, { ...at(15), lng: -86.1 })).toBe(2)
})
