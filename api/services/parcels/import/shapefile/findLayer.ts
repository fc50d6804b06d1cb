import { Refused } from '../../../../domain/errors.ts'
import type { DirectoryEntry } from '../../../zip/centralDirectory.ts'
import { toDisplayName } from '../../../zip/readEntries.ts'

/** The files of a shapefile. Those with its projection and encoding may be missing. */
export interface Layer {
  shp: DirectoryEntry
  dbf: DirectoryEntry
  prj: DirectoryEntry | undefined
  cpg: DirectoryEntry | undefined
}

const maxNamed = 5

/** The only shapefile of an archive. Throws `Refused` that says what to do if it has none or several. */
export function findLayer(entries: readonly DirectoryEntry[]): Layer {
  const files = entries.filter(({ name }) => !name.endsWith('/') && !isForMacOs(name))
  const shapes = files.filter(({ name }) => /\.shp$/i.test(name))
  const [shp] = shapes
  if (!shp) throw new Refused(explainMissing(files))
  if (shapes.length > 1) {
    const names = shapes.slice(0, maxNamed).map(({ name }) => toDisplayName(name))
    const more = shapes.length > maxNamed ? ', …' : ''
    throw new Refused(
      `The zip file has ${shapes.length} shapefiles: ${names.join(', ')}${more}. Leave only the one with the parcels in it.`,
    )
  }
  const base = shp.name.slice(0, -4).toLowerCase()
  const besides = (extension: string) => files.find(({ name }) => name.toLowerCase() === base + extension)
  const dbf = besides('.dbf')
  if (!dbf)
    throw new Refused(
      `The zip file lacks the .dbf file of ${toDisplayName(shp.name)}, which has the parcel ids and owners. Pack all files of the shapefile.`,
    )
  return { shp, dbf, prj: besides('.prj'), cpg: besides('.cpg') }
}

/** macOS adds a file with attributes for each file of an archive. */
const isForMacOs = (name: string) => name.startsWith('__MACOSX/') || name.split('/').at(-1)!.startsWith('._')

function explainMissing(files: readonly DirectoryEntry[]): string {
  const find = (pattern: RegExp) => files.find(({ name }) => pattern.test(name))
  if (find(/^xl\//)) return 'This is an Excel workbook, which is not read here. Save its sheet as CSV.'
  if (find(/\.gdb\//i))
    return 'The zip file has a geodatabase, which is not read here. Download the county as shapefile, GeoJSON or CSV.'
  const readable = find(/\.(?:zip|csv|tsv|txt|geojson|json|geojsonl)$/i)
  if (readable)
    return `The zip file has no shapefile (.shp) but ${toDisplayName(readable.name)}. Unpack it, and upload that file.`
  return 'The zip file has no shapefile (.shp) in it. Download the county as shapefile, GeoJSON or CSV.'
}
