// `npm run parcels:import -- FILE --map owner=OWNER1,address=SITE_ADDR,…`: imports a county's open data into the
// embedded parcel lookup.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { importStreets, type StreetsRequest } from '../api/services/basemap/importStreets.ts'
import { UserFacingError } from '../api/domain/errors.ts'
import { type ImportProgress, type ImportResult, importParcels } from '../api/services/parcels/import/importParcels.ts'
import { ManyBadRecords } from '../api/services/parcels/import/badRecords.ts'
import { parseMapping } from '../api/services/parcels/import/mapping.ts'
import { withOwner } from './ownerClient.ts'

const usage = `npm run parcels:import -- FILE --map TARGET=COLUMN,… [--name NAME] [--skip-bad]
npm run parcels:import -- FILE --streets COLUMN [--name NAME] [--skip-bad]

  FILE    GeoJSON (a FeatureCollection, or one Feature a line) or CSV with a header, in WGS 84 degrees. For a
          shapefile, GeoPackage, geodatabase or KML, also in a zip file, the command that converts it is printed
  --map   the source column of each target: parcel_id (required), address, city, state, zip_code, neighborhood,
          owner, owner_address; for CSV also lat and lng, or geometry (WKT or GeoJSON). Any other target is stored
          as a fact of the parcel (year_built, acres, use). NUMBER+STREET joins two columns; a text in single
          quotes, such as 'Demo Town', is a constant
  --name  the name of the data set; defaults to the file name. An existing data set of that name is replaced
  --streets   instead of --map: FILE has the lines of streets, which the map draws; the column of their names. They
          replace the streets of the same data set, and no parcels. Territories are divided along main roads, which
          are told by the columns MTFCC (Census Bureau) or highway and railway (OpenStreetMap)
  --skip-bad  skips all records that are wrong, also if they are more than 1 %

The parcels are imported into the database at DATABASE_URL or, if it is not set, into the embedded database in
DATA_DIR, which may be running. Up to 1 % of the records may be wrong: they are skipped and named. With
more, nothing is imported unless --skip-bad is given.`

const nothingImported = 'Nothing was imported. Existing data is unchanged.'

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      map: { type: 'string' },
      name: { type: 'string' },
      streets: { type: 'string' },
      'skip-bad': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const [file] = positionals
  if (values.help || !file || Boolean(values.map) === Boolean(values.streets) || positionals.length > 1) {
    console.log(usage)
    process.exitCode = values.help ? 0 : 1
    return
  }
  const name = values.name ?? path.basename(file).replace(/\.[^.]+$/, '')
  const skipsBad = values['skip-bad'] ?? false
  if (values.streets) return loadStreets({ file, name, column: values.streets, skipsBad })
  const mapping = parseMapping(values.map!)
  await withOwner(
    async (client) => {
      const bar = new ImportBar()
      const began = performance.now()
      try {
        const result = await importParcels(client, { file, name, mapping, skipsBad, onProgress: (at) => bar.show(at) })
        bar.end()
        report(result, name, performance.now() - began)
        return true
      } finally {
        bar.end()
      }
    },
    { afterFailure: nothingImported },
  )
}

async function loadStreets(request: StreetsRequest): Promise<void> {
  await withOwner(
    async (client) => {
      const { lines, replaced, bad, reasons } = await importStreets(client, request)
      console.log(`${lines.toLocaleString('en')} lines of streets in '${request.name}'.`)
      if (replaced > 0) console.log(`They replace ${replaced.toLocaleString('en')} lines of an earlier import.`)
      if (bad > 0) console.log(`${bad.toLocaleString('en')} could not be imported and were skipped. The first:`)
      for (const reason of reasons) console.log(`  ${reason}`)
      return true
    },
    { afterFailure: nothingImported },
  )
}

/** Shows a progress bar on a terminal; otherwise prints one line for each tenth of the file. */
class ImportBar {
  #bar: SingleBar | null = null
  #tenth = 0

  show({ bytes, totalBytes, parcels }: ImportProgress): void {
    if (!process.stderr.isTTY) {
      const tenth = Math.floor((10 * bytes) / totalBytes)
      if (tenth > this.#tenth) console.error(`${tenth * 10} % of the file, ${parcels.toLocaleString('en')} parcels`)
      this.#tenth = Math.max(tenth, this.#tenth)
      return
    }
    if (!this.#bar) {
      this.#bar = new SingleBar({
        format: '{bar} {percentage} %  {parcels} parcels  {eta_formatted} left',
        hideCursor: true,
      })
      this.#bar.start(totalBytes, 0, { parcels: 0 })
    }
    this.#bar.update(bytes, { parcels: parcels.toLocaleString('en') })
  }

  end(): void {
    this.#bar?.stop()
    this.#bar = null
  }
}

function report(result: ImportResult, name: string, milliseconds: number): void {
  const formatCount = (count: number) => count.toLocaleString('en')
  console.log(`${formatCount(result.parcels)} parcels in '${name}', in ${(milliseconds / 1000).toFixed(1)} s.`)
  if (result.replaced > 0) console.log(`They replace ${formatCount(result.replaced)} parcels of an earlier import.`)
  if (result.duplicates > 0) {
    console.log(
      `${formatCount(result.duplicates)} have a duplicate parcel number. They were imported with the suffix #2, #3 and so on.`,
    )
  }
  if (result.withoutGeometry > 0)
    console.log(`${formatCount(result.withoutGeometry)} have no geometry and were skipped.`)
  if (result.bad > 0) {
    console.log(`${formatCount(result.bad)} could not be imported and were skipped. The first:`)
    for (const reason of result.reasons) console.log(`  ${reason}`)
  }
  for (const note of result.notes) console.log(note)
}

try {
  await main()
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof UserFacingError || isUsageError(error) ? (error as Error).message : error)
  console.error(nothingImported)
  if (error instanceof ManyBadRecords) console.error('To import the others without these records, add --skip-bad.')
}

function isUsageError(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
}
