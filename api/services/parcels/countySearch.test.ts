import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../tests/support/database.ts'
import { selectParcel, selectParcelAt } from '../../domain/addresses/selectParcel.ts'
import type { Point } from '../../domain/point.ts'
import { EmbeddedParcels } from './embedded.ts'
import { importParcels } from './import/importParcels.ts'
import { parseMapping } from './import/mapping.ts'

let database: TestDatabase
let client: pg.Client
let folder: string
let parcels: EmbeddedParcels

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-counties-'))
  parcels = new EmbeddedParcels(async (sql, params) => (await client.query(sql, params)).rows)
})
beforeEach(() => client.query('truncate parcels, parcel_street_words, parcel_datasets'))
afterAll(async () => {
  await client.end()
  await database.close()
  rmSync(folder, { recursive: true })
})

/** A parcel of a county's file, with what people type for its address. */
interface CountyParcel {
  address: string
  typed: string[]
  /** Parcels of one lot are stacked. */
  lot: number
  /** That of the county by default. */
  zipCode?: string
}

interface County {
  state: string
  zipCode: string
  parcels: CountyParcel[]
  /** Addresses that no parcel has. */
  absent: string[]
}

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step)

function buildCondos(): County {
  const stacked = range(1, 4).flatMap((building) =>
    range(1, 12).map((unit): CountyParcel => {
      const door = `${360 + 10 * building} Sample Condo Ct`
      return {
        address: `${door} ${building % 2 ? 'UNIT' : 'APT'} ${unit}`.toUpperCase(),
        typed: [`${door} Unit ${unit}`, `${door} #${unit}`, `${door}, Apt ${unit}, Sampleton`],
        lot: building,
      }
    }),
  )
  const complex = range(1, 3).flatMap((building) =>
    range(1, 6).map((unit): CountyParcel => ({
      address: `500 SAMPLE TOWERS DR BLDG ${building} UNIT ${unit}`,
      typed: [
        `500 Sample Towers Dr, Building ${building}, Apt ${unit}`,
        `500 Sample Towers Drive Bldg ${building} #${unit}`,
      ],
      lot: 20 + building,
    })),
  )
  // Each has land of its own.
  const townhouses = range(1, 20).map((unit): CountyParcel => ({
    address: `700 DEMO ROW # ${unit}`,
    typed: [`700 Demo Row Unit ${unit}`, `700 Demo Row, #${unit}, Sampleton`],
    lot: 30 + unit,
  }))
  const duplexes = range(1, 6).flatMap((n) =>
    [
      ['UPPER', 'Uppr'],
      ['LOWER', 'Lower Unit'],
      ['REAR', 'Rear'],
    ].map(([unit, typed]): CountyParcel => ({
      address: `${n} DEMO FLATS AVE ${unit}`,
      typed: [`${n} Demo Flats Avenue ${typed}`, `${n} Demo Flats Ave, ${typed}, Sampleton`],
      lot: 60 + n,
    })),
  )
  return {
    state: 'IL',
    zipCode: '00042',
    parcels: [...stacked, ...complex, ...townhouses, ...duplexes],
    absent: [
      ...[
        '370 Sample Condo Ct Unit 13',
        '370 Sample Condo Ct',
        '375 Sample Condo Ct Unit 1',
        '370 Sample Condo Ct Rear',
      ],
      ...[
        '500 Sample Towers Dr Apt 1',
        '500 Sample Towers Dr Bldg 4 Apt 1',
        '500 Sample Towers Dr Bldg 1',
        '700 Demo Row',
      ],
      ...['1 Demo Flats Ave', '1 Demo Flats Ave Front', '7 Demo Flats Ave Upper', '370 Sample Condo Ct Tower 2'],
    ],
  }
}

function buildGrid(): County {
  let lot = 0
  const wisconsin = range(9700, 9740, 4).flatMap((n) =>
    ['W148', 'W149'].map((column): CountyParcel => ({
      address: `${column}N${n} DEMO GRID DR`,
      typed: [`${column}N${n} Demo Grid Drive`, `${column} N${n} Demo Grid Dr, Sampleton`],
      lot: lot++,
    })),
  )
  const single = range(7400, 7440, 4).flatMap((n) =>
    ['W', 'N'].map((side): CountyParcel => ({
      address: `${side}${n} SAMPLE GRID AVE`,
      typed: [`${side}${n} Sample Grid Avenue`],
      lot: lot++,
    })),
  )
  const utah = [350, 354, 362].flatMap((n) =>
    ['S 400 W', 'S 400 E', 'N 400 W', 'S 500 W', 'W 400 S'].map((street): CountyParcel => ({
      address: `${n} ${street}`,
      typed: [
        `${n} ${street}`,
        `${n} ${street.replace('S', 'South').replace('N', 'North').replace('W', 'West').replace('E', 'East')}`,
        `${n} ${street}, Sampleton`,
      ],
      lot: lot++,
    })),
  )
  const roads = [
    ['COUNTY ROAD 450 N', 'CR 450 N', 'CR 450N'],
    ['COUNTY ROAD 300 E', 'County Rd 300 East'],
    ['COUNTY ROAD 24.5', 'CR 24.5'],
    ['COUNTY ROAD 245', 'CR 245'],
    ['STATE HWY 9', 'State Road 9', 'SR 9'],
    ['STATE HWY 14', 'State Route 14'],
    ['US HWY 61', 'US-61', 'U.S. Highway 61'],
    ['COUNTY RD B', 'Co Rd B'],
    ['COUNTY RD BB', 'County Road BB'],
    ['FM 1960 W', 'FM 1960 Rd W', 'Farm to Market Road 1960 West'],
    ['N ST', 'N Street'],
    ['NORTH ST', 'North Street'],
  ].flatMap((spellings) =>
    [1120, 1124, 1912].map((n): CountyParcel => ({
      address: `${n} ${spellings[0]}`,
      typed: spellings.flatMap((street) => [`${n} ${street}`, `${n} ${street}, Sampleton`]),
      lot: lot++,
    })),
  )
  return {
    state: 'WI',
    zipCode: '00042',
    parcels: [...wisconsin, ...single, ...utah, ...roads],
    absent: [
      ...[
        'W150N9700 Demo Grid Dr',
        'N9700 Demo Grid Dr',
        '9700 Demo Grid Dr',
        'W7402 Sample Grid Ave',
        '7400 Sample Grid Ave',
      ],
      ...[
        '350 N 400 E',
        '350 S 600 W',
        '352 S 400 W',
        '1120 County Road 450 S',
        '1120 County Road 24',
        '1120 State Hwy 15',
      ],
      ...['1120 US Hwy 62', '1120 County Rd C', '1120 FM 1960 E', '1120 S St', '1120 South St', '1122 N St'],
    ],
  }
}

function buildRanges(): County {
  let lot = 0
  const one = (address: string, ...typed: string[]): CountyParcel => ({
    address,
    typed: [address, ...typed],
    lot: lot++,
  })
  const blocks = range(2, 30, 2).flatMap((n) => {
    const number = `12-${String(n).padStart(2, '0')}`
    const parcel = one(`${number} 156TH AVE`, `${number} 156 Ave`, `${number} 156th Avenue, Sampleton, NY 11357`)
    return [{ ...parcel, zipCode: '11357' }]
  })
  const ranges = range(1935, 1975, 4).map((n) =>
    one(
      `${n}-${String(n + 2).slice(2)} SAMPLE RANGES ST`,
      `${n} Sample Ranges St`,
      `${n + 2} Sample Ranges Street`,
      `${n}-${n + 2} Sample Ranges St, Sampleton`,
    ),
  )
  const pairs = range(8, 48, 4).map((n) =>
    one(
      `${n} & ${n + 2} DEMO PAIRS LN`,
      `${n} Demo Pairs Ln`,
      `${n + 2} Demo Pairs Lane`,
      `${n}-${n + 2} Demo Pairs Ln`,
    ),
  )
  const halves = range(531, 551, 2).flatMap((n) => [
    one(`${n} DEMO HALF ST`),
    one(`${n} 1/2 DEMO HALF ST`, `${n}½ Demo Half St`, `${n}-1/2 Demo Half Street, Sampleton`),
    one(`${n}B DEMO HALF ST`, `${n}-B Demo Half St`),
  ])
  return {
    state: 'NY',
    zipCode: '00042',
    parcels: [...blocks, ...ranges, ...pairs, ...halves],
    absent: [
      ...[
        '18 156th Ave',
        '12 156th Ave',
        '12-03 156th Ave',
        '13-02 156th Ave',
        '12-41 156th Ave, Sampleton, NY 11357',
        '1234 156th Ave',
      ],
      ...[
        '1936 Sample Ranges St',
        '1933 Sample Ranges St',
        '1978 Sample Ranges St',
        '9 Demo Pairs Ln',
        '52 Demo Pairs Ln',
      ],
      ...[
        '532 Demo Half St',
        '531C Demo Half St',
        '531 1/4 Demo Half St',
        '531-533 Demo Half St',
        '531 Demo Half St Apt 2',
      ],
    ],
  }
}

/** Lots are squares of 40 m. */
const centerOf = (lot: number): Point => ({ lat: 42 + Math.floor(lot / 40) * 0.001, lng: -90 + (lot % 40) * 0.001 })

function outlineOf(lot: number) {
  const { lat, lng } = centerOf(lot)
  const at = (y: number, x: number) => [lng + x * 0.0002, lat + y * 0.0002]
  return { type: 'Polygon', coordinates: [[at(-1, -1), at(-1, 1), at(1, 1), at(1, -1), at(-1, -1)]] }
}

async function importCounty({ state, zipCode: usualZipCode, parcels }: County): Promise<void> {
  const features = parcels.map(({ address, lot, zipCode = usualZipCode }, n) => ({
    type: 'Feature',
    properties: { pin: `P-${n}`, addr: address, own: `Sample Owner ${n}`, zip: zipCode },
    geometry: outlineOf(lot),
  }))
  const file = path.join(folder, 'county.geojson')
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
  const mapping = parseMapping(`parcel_id=pin,address=addr,owner=own,zip=zip,city='Sampleton',state=${state}`)
  await importParcels(client, { file, name: 'county', mapping })
}

/** What the search for an address confirms, as `locateProperty` does it. */
async function confirmedBySearch(address: string): Promise<string | null> {
  const match = selectParcel(await parcels.search(address), { address })
  return match && !match.unconfirmed ? match.parcel.parcelId : null
}

describe('every address of a county', () => {
  it.each([
    ['condos', buildCondos, { searched: 1, clicked: 0.19 }],
    ['grids and numbered roads', buildGrid, { searched: 1, clicked: 1 }],
    ['ranges and hyphens', buildRanges, { searched: 1, clicked: 1 }],
  ])('with %s is searched and clicked, and never taken for another', async (name, build, least) => {
    const county = build()
    await importCounty(county)
    const wrong: string[] = []
    const missed: string[] = []
    let searches = 0
    let clicked = 0
    for (const [n, { typed, address, lot }] of county.parcels.entries()) {
      const parcelId = `P-${n}`
      for (const text of [address, ...typed]) {
        searches += 1
        const found = await confirmedBySearch(text)
        if (found === null) missed.push(text)
        else if (found !== parcelId) wrong.push(`${text} is ${found}, not ${parcelId}`)
      }
      const match = selectParcelAt(await parcels.atPoint(centerOf(lot)))
      if (match && !match.unconfirmed) {
        if (match.parcel.parcelId === parcelId) clicked += 1
        else wrong.push(`a click on ${address} is ${match.parcel.parcelId}`)
      }
    }
    for (const text of county.absent) {
      const found = await confirmedBySearch(text)
      if (found !== null) wrong.push(`${text} is ${found}, but no parcel has it`)
    }
    const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`
    process.stdout.write(
      `${name}: ${share(searches - missed.length, searches)} of ${searches} searches and ${share(clicked, county.parcels.length)} of ${county.parcels.length} clicks confirmed, ${wrong.length} wrong\n`,
    )
    expect(wrong).toEqual([])
    expect((searches - missed.length) / searches, missed.join('\n')).toBeGreaterThanOrEqual(least.searched)
    expect(clicked / county.parcels.length).toBeGreaterThanOrEqual(least.clicked)
  })
})
