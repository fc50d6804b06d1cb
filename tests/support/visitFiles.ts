import type { KnockOutcome } from '../../api/domain/enums.ts'
import type { ImportWord } from '../../api/domain/imports/importWords.ts'
import { csv } from './imports.ts'

/** A file of another product, with what it says. */
export interface VisitFile {
  product: string
  content: string
  mapping: Record<string, string>
  /** What its words mean, where they usually mean something else. */
  words: ImportWord[]
  /** The number of visits with each outcome. */
  outcomes: Partial<Record<KnockOutcome, number>>
  /** The number of visits of each of the reps. */
  visitsOf: number[]
}

interface Size {
  properties: number
  visits: number
  /** The email addresses of the reps, who have the visits in turn. */
  reps: readonly string[]
  /** Where the streets of the file are, so that two files have no house in common. */
  south?: number
}

/** Words of such files, with the outcome that they usually mean. */
const results: readonly [word: string, outcome: KnockOutcome][] = [
  ['Not Home', 'nobody_home'],
  ['Interested', 'interested'],
  ['Not Interested', 'not_interested'],
  ['Callback', 'come_back'],
  ['Left Flyer', 'left_flyer'],
]

const firstDay = Date.UTC(2025, 0, 1)
const visitsPerDay = 100

/** A visit in a row, in the order of their days. */
function* makeVisits({ properties, visits, reps }: Size) {
  for (let n = 0; n < visits; n += 1) {
    const house = n % properties
    // Of the visits at a house, each is by another rep and has another outcome.
    const rep = (n + Math.floor(n / properties)) % reps.length
    const [word, outcome] = results[(n + Math.floor(n / properties)) % results.length]!
    const day = new Date(firstDay + Math.floor(n / visitsPerDay) * 86_400_000).toISOString().slice(0, 10)
    yield { house, rep, email: reps[rep]!, word, outcome, day }
  }
}

function makeFile(
  product: string,
  mapping: Record<string, string>,
  size: Size,
  rowOf: (visit: { number: number; street: string; lat: string; lng: string } & Omit<Visit, 'house'>) => string[],
): VisitFile {
  const outcomes: VisitFile['outcomes'] = {}
  const visitsOf = size.reps.map(() => 0)
  const rows: string[][] = []
  for (const { house, ...visit } of makeVisits(size)) {
    outcomes[visit.outcome] = (outcomes[visit.outcome] ?? 0) + 1
    visitsOf[visit.rep]! += 1
    rows.push(
      rowOf({
        ...visit,
        number: 1 + (house % 250),
        street: `${product} ${Math.floor(house / 250)} St`,
        lat: ((size.south ?? 41) + house / 100_000).toFixed(6),
        lng: (-86 - (house % 997) / 10_000).toFixed(6),
      }),
    )
  }
  // A word for a status of ours is also the result of a visit here.
  const words = results.map(([word, outcome]): ImportWord => ({ field: 'status', word, meaning: `outcome:${outcome}` }))
  return {
    ...{ product, content: csv(Object.values(mapping), ...rows), mapping, outcomes, visitsOf },
    words: 'visit_outcome' in mapping ? [] : words,
  }
}

type Visit = ReturnType<typeof makeVisits> extends Generator<infer Item> ? Item : never

/** Files with the headings of other products. A status there is also the result of a visit, at the day it was set. */
export const visitFiles = {
  salesRabbit: (size: Size): VisitFile =>
    makeFile(
      'SalesRabbit',
      {
        owner_first_name: 'First Name',
        owner_last_name: 'Last Name',
        address: 'Address 1',
        city: 'City',
        state: 'State',
        zip_code: 'Postal Code',
        assigned_to: 'Assigned To (email)',
        status: 'Lead Status',
        lat: 'Latitude',
        lng: 'Longitude',
        visited_at: 'Status Modified',
      },
      size,
      ({ number, street, email, word, lat, lng, day }) => [
        ...[
          'Sample',
          `Owner ${number}`,
          `${number} ${street}`,
          'Sampletown',
          'IN',
          '46299',
          email,
          word,
          lat,
          lng,
          day,
        ],
      ],
    ),
  spotio: (size: Size): VisitFile =>
    makeFile(
      'SPOTIO',
      {
        street_number: 'House Number',
        street_name: 'Street',
        city: 'City',
        zip_code: 'Zip',
        state: 'State',
        lat: 'Lat',
        lng: 'Lng',
        status: 'Stage',
        assigned_to: 'Owner Email',
        visit_outcome: 'Last Visit Result',
        visited_at: 'Last Visit Date',
        visited_by: 'Visit Owner Email',
      },
      size,
      ({ number, street, email, word, lat, lng, day }) => [
        ...[`${number}`, street, 'Sampletown', '46299', 'IN', lat, lng, 'New', email, word, day, email],
      ],
    ),
}
