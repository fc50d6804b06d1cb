import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../tests/support/database.ts'
import { toPoint } from '../../../demo/town/ground.ts'
import { loadTown } from '../../../demo/town/load.ts'
import { PARK_BLOCK } from '../../../demo/town/plan.ts'
import { distanceMeters } from '../../domain/point.ts'
import { EmbeddedGeocoder } from './embedded.ts'

let database: TestDatabase
let client: pg.Client
let geocoder: EmbeddedGeocoder
/** The map's first view, and a view of the town's east end. */
const firstView = { south: 39.7685, west: -86.1625, north: 39.7715, east: -86.1575 }
const eastEnd = { south: 39.775, west: -86.148, north: 39.778, east: -86.143 }

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await loadTown(client)
  await client.query('analyze parcels, parcel_street_words')
  geocoder = new EmbeddedGeocoder(async (sql, params) => (await client.query(sql, params)).rows)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const suggested = async (text: string, view = firstView) =>
  (await geocoder.suggest(text, view)).map((one) => one.address)
const found = async (text: string) =>
  (await geocoder.forward(text, { bounds: firstView })).map(
    ({ address, type, partial }) => `${address} · ${type}${partial ? ' · partial' : ''}`,
  )

describe('suggestions', () => {
  it('list the exact number on streets that start as typed, then on other streets, then longer numbers', async () => {
    const list = await suggested('1018 W')
    expect(list.slice(0, 3)).toEqual([
      '1018 W 11th Demo St, Demo Town, IN 00042',
      '1018 W 12th Demo St, Demo Town, IN 00042',
      '1018 N Juniper Sample Ave, Demo Town, IN 00042',
    ])
    expect(list).toHaveLength(8)
    expect(list).toContain('10180 W 4th Demo St, Sampleton, IN 00043')
  })

  it('narrow with each word, in any spelling', async () => {
    const only = ['1018 W 12th Demo St, Demo Town, IN 00042']
    expect(await suggested('1018 w 12')).toEqual(only)
    expect(await suggested('1018 west twelfth demo stre')).toEqual(only)
    expect(await suggested('1018 W 12th Demo Street, Demo Town, Indiana')).toEqual(only)
    expect(await suggested('1018 W 12th Demo St, demo t')).toEqual(only)
  })

  it('omit streets in other cities than the typed one', async () => {
    expect(await suggested('1018 W 12th Demo St, Sampleton')).toEqual([])
  })

  it('list addresses in the view first', async () => {
    const west = await geocoder.suggest('W 4th', firstView)
    const east = await geocoder.suggest('W 4th', eastEnd)
    expect(new Set(west.map((one) => one.city))).toEqual(new Set(['Demo Town']))
    expect(new Set(east.map((one) => one.city))).toEqual(new Set(['Sampleton']))
  })

  it('tolerate one wrong letter but no wrong digit', async () => {
    expect(await suggested('1018 N Junpier')).toEqual(['1018 N Juniper Sample Ave, Demo Town, IN 00042'])
    expect(await suggested('1018 W 22nd Demo St')).toEqual([])
  })

  it('need two letters or a number', async () => {
    expect(await suggested('')).toEqual([])
    expect(await suggested('j')).toEqual([])
    expect(await suggested('ju')).toHaveLength(8)
    expect((await suggested('10')).every((address) => address.startsWith('10'))).toBe(true)
    expect(await suggested('10')).toHaveLength(8)
    expect(await suggested('99999999999999999999 W')).toEqual([])
    expect(await suggested(`12 ${'d'.repeat(50_000)}`)).toEqual([])
    expect(await suggested("'; drop table parcels --")).toEqual([])
    expect(await suggested('%_\\ .*(')).toEqual([])
  })

  it('contain the address components and the point', async () => {
    const [first] = await geocoder.suggest('1018 W 12th', firstView)
    expect(first).toMatchObject({
      streetNumber: '1018',
      street: 'W 12th Demo St',
      city: 'Demo Town',
      state: 'IN',
      zipCode: '00042',
    })
    expect(distanceMeters(first!.point, { lat: 39.77, lng: -86.16 })).toBeLessThan(100)
  })
})

describe('an address', () => {
  it('of a parcel is found at its rooftop in any spelling', async () => {
    const house = ['1018 W 12th Demo St, Demo Town, IN 00042 · rooftop']
    expect(await found('1018 W 12th Demo St')).toEqual(house)
    expect(await found('1018 west 12TH demo street, demo town, in 00042, USA')).toEqual(house)
    expect(await found('1018 W. Twelfth Demo St Demo Town IN')).toEqual(house)
  })

  it('with a missing number is interpolated between its neighbors on the same side', async () => {
    const [gap] = await geocoder.forward('1020 W 12th Demo St')
    const [low] = await geocoder.forward('1018 W 12th Demo St')
    const [high] = await geocoder.forward('1028 W 12th Demo St')
    expect(gap).toMatchObject({ type: 'interpolated', streetNumber: '1020', partial: false })
    const whole = distanceMeters(low!.point, high!.point)
    expect(distanceMeters(low!.point, gap!.point)).toBeCloseTo(whole / 5, 0)
    expect(distanceMeters(gap!.point, high!.point)).toBeCloseTo((whole * 4) / 5, 0)
  })

  it('beyond the end of its street is not found', async () => {
    expect(await found('99998 W 12th Demo St')).toEqual([])
    expect(await found('2 W 12th Demo St')).toEqual([])
    expect(await found('12 Nowhere Rd')).toEqual([])
    expect(await found('')).toEqual([])
    expect(await found('99999999999999999999 W 12th Demo St')).toEqual([])
    expect(await found(`12 ${'demo '.repeat(5_000)}`)).toEqual([])
    expect(await found(`12 ${'d'.repeat(50_000)}`)).toEqual([])
  })

  it('in another state is not found, in another city only as a partial match', async () => {
    expect(await found('1018 W 12th Demo St, Springfield, IL')).toEqual([])
    expect(await found('1018 W 12th Demo St, Springfield, IN')).toEqual([
      '1018 W 12th Demo St, Demo Town, IN 00042 · rooftop · partial',
    ])
  })

  it('with a wrong suffix, a missing word or one wrong letter is a partial match', async () => {
    const juniper = '1018 N Juniper Sample Ave, Demo Town, IN 00042 · rooftop'
    expect(await found('1018 Juniper')).toEqual([juniper])
    expect(await found('1018 N Juniper Sample Street')).toEqual([`${juniper} · partial`])
    expect(await found('1018 Junipr Sample Ave')).toEqual([`${juniper} · partial`])
  })

  it('with a letter or another unit is a partial match of a house with a range or a unit', async () => {
    await client.query(
      `insert into parcels (dataset, parcel_id, address, street_number, street_number_to, street_key, city, state, zip_code, lat, lng, cell, facts)
       select dataset, added.*, street_key, city, state, zip_code, lat, lng, cell, facts
       from parcels, (values ('R-1', '7935-7937 W 12th Demo St', 7935, 7937), ('R-2', '7951 W 12th Demo St Apt 2', 7951, null)) as added
       where address = '1018 W 12th Demo St'`,
    )
    const range = '7935-7937 W 12th Demo St, Demo Town, IN 00042 · rooftop'
    expect(await found('7937 W 12th Demo St')).toEqual([range])
    expect(await found('7935B W 12th Demo St')).toEqual([`${range} · partial`])
    const unit = '7951 W 12th Demo St Apt 2, Demo Town, IN 00042 · rooftop'
    expect(await found('7951 W 12th Demo St')).toEqual([unit])
    expect(await found('7951 W 12th Demo St #3')).toEqual([`${unit} · partial`])
  })

  it('without a number gives the street, close to the view', async () => {
    const [street] = await geocoder.forward('W 12th Demo St', { bounds: firstView })
    expect(street).toMatchObject({ type: 'street', partial: true, streetNumber: '' })
    expect(distanceMeters(street!.point, { lat: 39.77, lng: -86.16 })).toBeLessThan(120)
  })
})

describe('a point', () => {
  it('anywhere on a parcel has the address of the parcel', async () => {
    const [house] = await geocoder.forward('1018 W 12th Demo St')
    const corner = { lat: house!.point.lat + 0.00012, lng: house!.point.lng + 0.00003 }
    expect(await geocoder.reverse(corner)).toMatchObject({ address: house!.address, type: 'rooftop' })
  })

  it('in the street has the nearest address', async () => {
    const [house] = await geocoder.forward('1018 W 12th Demo St')
    const street = { lat: house!.point.lat - 0.00023, lng: house!.point.lng }
    expect(await geocoder.reverse(street)).toMatchObject({ type: 'nearest', city: 'Demo Town' })
  })

  it('in the park or outside the town has none', async () => {
    expect(await geocoder.reverse(middleOfPark)).toBeNull()
    expect(await geocoder.reverse({ lat: 0, lng: 0 })).toBeNull()
  })
})

const middleOfPark = toPoint([
  (PARK_BLOCK.inner.west + PARK_BLOCK.inner.east) / 2,
  (PARK_BLOCK.inner.north + PARK_BLOCK.inner.south) / 2,
])

describe('the query plans', () => {
  /** The node types in the query plans of all statements that `work` sends. */
  async function plansOf(work: (geocoder: EmbeddedGeocoder) => Promise<unknown>): Promise<string> {
    const plans: string[] = []
    const spy = new EmbeddedGeocoder(async (sql, params) => {
      const { rows } = await client.query({ text: `explain ${sql}`, values: params, rowMode: 'array' })
      plans.push(rows.flat().join('\n'))
      return (await client.query(sql, params)).rows
    })
    await work(spy)
    expect(plans.length).toBeGreaterThan(0)
    return plans.join('\n\n')
  }

  it.each([
    ['a number and a letter', (one: EmbeddedGeocoder) => one.suggest('1018 W', firstView)],
    ['a number alone', (one: EmbeddedGeocoder) => one.suggest('10', firstView)],
    ['a street', (one: EmbeddedGeocoder) => one.suggest('junip', null)],
    ['a misspelled street', (one: EmbeddedGeocoder) => one.suggest('1018 junpier', null)],
    ['an address', (one: EmbeddedGeocoder) => one.forward('1018 W 12th Demo St')],
    ['a gap', (one: EmbeddedGeocoder) => one.forward('1020 W 12th Demo St')],
    ['a point', (one: EmbeddedGeocoder) => one.reverse({ lat: 39.7693823, lng: -86.1601363 })],
    ['a point without an address nearby', (one: EmbeddedGeocoder) => one.reverse({ lat: 10, lng: 10 })],
  ])('have no sequential scan for %s', async (_, work) => {
    const plans = await plansOf(work)
    expect(plans).not.toMatch(/Seq Scan on parcels\b/)
    expect(plans).toMatch(/Index/)
  })
})
