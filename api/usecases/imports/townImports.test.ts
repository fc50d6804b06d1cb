import { beforeEach, describe, expect, it } from 'vitest'
import { createRandom, randomBetween, randomInt, type Random } from '../../../demo/town/random.ts'
import { createImportContext } from '../../../tests/support/importContext.ts'
import { addressKeyOf, doorOf } from '../../domain/addresses/addressKey.ts'
import { distanceMeters, type Point } from '../../domain/point.ts'
import type { UndoResult } from './importJob.ts'
import { startImport, undoImport } from './startImport.ts'

const { ctx, db, tenantId, finish } = await createImportContext()

// A town that fails should not fail the next ones.
beforeEach(() => db.query('delete from properties where tenant_id = $1', [tenantId]))

/** Streets that are easily taken for each other, each in its spellings. */
const streets = [
  ['Demo St', 'DEMO STREET', 'Demo St.'],
  ['N Demo St', 'North Demo Street'],
  ['S Demo St', 'S. DEMO ST'],
  ['Demo Ave', 'Demo Avenue'],
  ['N St', 'N Street'],
  ['North St', 'NORTH STREET'],
  ['County Road 450 N', 'CR 450N', 'Co Rd 450 North'],
  ['County Road 300 E', 'CR 300 E'],
  ['State Hwy 9', 'SR 9'],
  ['State Hwy 14', 'State Route 14'],
  ['S 400 W', 'South 400 West'],
  ['S 400 E', 'S. 400 E.'],
  ['5th Ave', 'Fifth Avenue', '5 Ave'],
  ['St Demo Ave', 'Saint Demo Avenue'],
]

/** The doors of a street as [number, unit] in their spellings. Doors with the same number are at one point. */
const doors: [number: string[], unit: string[]][] = [
  [['10'], ['']],
  [['12'], ['']],
  [['13'], ['']],
  [['14-18', '14 - 18', '14 to 18', '14–18'], ['']],
  [['20'], ['']],
  [['20 1/2', '20½', '20-1/2'], ['']],
  [['22'], ['']],
  [['22B', '22-B', '22b'], ['']],
  [['30'], ['']],
  [['30'], ['Apt 1', 'Unit 1', '#1', '# 1']],
  [['30'], ['Apt 2', 'Unit 2', '#2']],
  [['30'], ['Apt 12', 'Unit 12', 'Apt #12']],
  [['40'], ['Upper', 'Uppr']],
  [['40'], ['Lower', 'LOWR']],
  [['40'], ['Rear', 'REAR']],
  [['50'], ['Bldg 1 Apt 2', 'Building 1, Unit 2']],
  [['50'], ['Bldg 2 Apt 1', 'Apt 1, Bldg 2']],
  [['50'], ['2nd Floor', 'Fl 2']],
  [['W148N9748', 'W148 N9748'], ['']],
]

/** 30 km apart, so that a parcel id of one county says nothing in the other. */
const towns = [
  { city: 'Sampleton', zipCode: '00042', lat: 41 },
  { city: 'Demo Town', zipCode: '00043', lat: 41.27 },
]

interface TownProperty {
  number: string[]
  street: string[]
  unit: string[]
  town: (typeof towns)[number]
  point: Point
  parcelId: string
  owner: string
}

const pick = <T>(random: Random, from: readonly T[]): T => from[randomInt(random, from.length)]!

function shuffle<T>(random: Random, from: readonly T[]): T[] {
  return from
    .map((value) => ({ value, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value)
}

/** Two towns with the same streets and some of the same doors and parcel ids. */
function buildTowns(random: Random): TownProperty[] {
  const chosen = shuffle(random, [...streets.keys()]).slice(0, 4)
  return towns.flatMap((town) =>
    chosen.flatMap((at) =>
      shuffle(random, [...doors.keys()])
        .slice(0, 9)
        .map((index): TownProperty => {
          const [number, unit] = doors[index]!
          const place = doors.findIndex((other) => other[0][0] === number[0])
          return {
            number,
            street: streets[at]!,
            unit,
            town,
            // Neighbors are 22 m apart, and streets 840 m.
            point: { lat: town.lat + place * 0.0002, lng: -90 - at * 0.01 },
            // Another county has this id for another house.
            parcelId: `49-${at + towns.indexOf(town)}-${index}`,
            owner: `Sample Owner ${town.city} ${at}-${index}`,
          }
        }),
    ),
  )
}

const header = 'address,city,zip_code,lat,lng,owner_name,parcel_id,notes'

/** A row of a house as some file has it: with and without city, ZIP code, point and parcel id. */
function writeRow(random: Random, { number, street, unit, town, point, parcelId, owner }: TownProperty) {
  const spelled = [number, street].map((spellings) => pick(random, spellings)).join(' ')
  const unitText = pick(random, unit)
  const line = unitText === '' ? spelled : `${spelled}${pick(random, [' ', ', '])}${unitText}`
  const place = pick(random, ['none', 'columns', 'text', 'zip'])
  const isLocated = random() < 0.85
  // Two sources rarely have exactly the same point.
  const shift = () => (random() < 0.5 ? 0 : randomBetween(random, -0.0003, 0.0003))
  const cells = [
    place === 'text' ? `${line}, ${town.city}, IN ${town.zipCode}` : line,
    place === 'columns' ? town.city : '',
    place === 'columns' || place === 'zip' ? town.zipCode : '',
    isLocated ? `${point.lat + shift()}` : '',
    isLocated ? `${point.lng + shift()}` : '',
    owner,
    pick(random, [parcelId, parcelId, '', 'N/A']),
    pick(random, ['', `Sample note of ${owner}`]),
  ]
  return { owner, isLocated, text: cells.map((cell) => `"${cell}"`).join(',') }
}

async function importRows(rows: readonly { text: string }[], onDuplicate: 'skip' | 'update') {
  const content = Buffer.from([header, ...rows.map(({ text }) => text)].join('\n'))
  const { id } = await startImport(
    ctx,
    { filename: 'sample.csv', content },
    { list: 'properties', onError: 'skip', onDuplicate },
  )
  const { counts, errors } = await finish(id)
  return { id, counts, messages: errors.map(({ message }) => message) }
}

async function undo(importId: string) {
  const { id } = await undoImport(ctx, importId)
  return (await finish<UndoResult>(id)).undo
}

interface SavedProperty extends Point {
  id: string
  address: string
  owner_name: string
  parcel_id: string | null
  notes: string | null
}

/** All that is saved, without what counts changes. */
async function readSaved(): Promise<SavedProperty[]> {
  const { rows } = await db.query<{ saved: SavedProperty }>(
    `select to_jsonb(p) - 'version' - 'updated_at' as saved from properties p where tenant_id = $1 order by id`,
    [tenantId],
  )
  return rows.map(({ saved }) => saved)
}

const doorAt = (address: string) => doorOf(addressKeyOf({ address }))

describe('two towns of which files name each house once or several times, in any order', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'are imported without merging or doubling a house, and undone (%i)',
    async (seed) => {
      const random = createRandom(32, seed)
      const houses = buildTowns(random)
      const rows = shuffle(
        random,
        houses.flatMap((house) => Array.from({ length: 1 + randomInt(random, 3) }, () => writeRow(random, house))),
      )
      const onDuplicate = pick(random, ['skip', 'update'] as const)
      const fileCount = 1 + (seed % 3)
      const size = Math.ceil(rows.length / fileCount)
      const before: SavedProperty[][] = []
      const ids: string[] = []
      const total = { created: 0, updated: 0, skipped: 0, unsure: 0, failed: 0 }
      for (let start = 0; start < rows.length; start += size) {
        before.push(await readSaved())
        const { id, counts, messages } = await importRows(rows.slice(start, start + size), onDuplicate)
        for (const message of messages) expect(message).toContain('Address not found')
        ids.push(id)
        for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key]
      }

      const saved = await readSaved()
      const byOwner = new Map(houses.map((house) => [house.owner, house]))
      // No owner of another record, and no house far from where it is.
      for (const property of saved) {
        const house = byOwner.get(property.owner_name)!
        const written = `${house.number[0]} ${house.street[0]} ${house.unit[0]}`.trim()
        expect([doorAt(property.address), property.owner_name]).toEqual([doorAt(written), house.owner])
        expect(distanceMeters(property, house.point)).toBeLessThan(60)
        expect([house.parcelId, null]).toContain(property.parcel_id)
        expect([`Sample note of ${house.owner}`, null]).toContain(property.notes)
      }
      // None doubled.
      expect(new Set(saved.map((property) => property.owner_name)).size).toBe(saved.length)
      expect(total.created).toBe(saved.length)
      // None merged: a house is missing only if each of its rows was listed as unsure, or could not be located.
      const isSaved = new Set(saved.map((property) => property.owner_name))
      const missing = rows.filter(({ owner }) => !isSaved.has(owner))
      expect(missing.length).toBeLessThanOrEqual(total.unsure + total.failed)
      expect(total.skipped + total.updated).toBeLessThanOrEqual(rows.length - missing.length - saved.length)
      expect(Object.values(total).reduce((sum, count) => sum + count)).toBe(rows.length)
      // What could be decided is decided.
      expect(total.failed).toBeLessThanOrEqual(rows.filter(({ isLocated }) => !isLocated).length)
      expect(saved.length).toBeGreaterThan(houses.length * 0.8)
      expect(total.unsure).toBeLessThan(rows.length * 0.25)

      // An undone update counts as work since then, so that what an earlier import did to that house stays.
      const workedOn = new Set<string>()
      for (const [index, id] of [...ids.entries()].toReversed()) {
        const now = await readSaved()
        const earlier = new Map(before[index]!.map((property) => [property.id, property]))
        const { kept } = await undo(id)
        const expected = now.flatMap((property) =>
          workedOn.has(property.id) ? property : (earlier.get(property.id) ?? []),
        )
        expect(await readSaved()).toEqual(expected)
        expect(kept).toBeLessThanOrEqual(workedOn.size)
        for (const property of now) {
          const restored = earlier.get(property.id)
          if (restored && JSON.stringify(restored) !== JSON.stringify(property)) workedOn.add(property.id)
        }
      }
    },
  )
})
