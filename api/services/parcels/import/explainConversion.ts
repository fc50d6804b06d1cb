import { existsSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findEndRecord, maxEndRecordBytes, parseDirectory } from '../../zip/centralDirectory.ts'

/** A file of a geographic information system, which has to be converted. */
interface Source {
  what: string
  layers: Layer[]
}

interface Layer {
  /** What ogr2ogr opens: the file, or a file inside of a zip file. */
  input: string
  /** The name of the layer, if the input has several. */
  name?: string
  /** Whether the file does not say what its coordinates are. */
  lacksProjection?: boolean
}

const maxLayers = 20

/**
 * What to do with a shapefile, a GeoPackage, a geodatabase, KML, or a zip file with one of them: the command that converts it, with the
 * names of the file and its layers. Null for any other file. Only names are read, and the command is printed, not run.
 */
export async function explainConversion(file: string): Promise<string | null> {
  const source = await findSource(file)
  if (source === null) return null
  const layers = source.layers.filter(({ input, name }) => !/\p{Cc}/u.test(input + (name ?? ''))).slice(0, maxLayers)
  const intro = `${path.basename(file)} is ${source.what}.`
  if (layers.length === 0) return `${intro} Convert its layer of parcels to GeoJSON in WGS 84 degrees.`
  return [
    `${intro} Convert ${layers.length > 1 ? 'the layer with the parcels' : 'it'}, and import the result:`,
    ...layers.map((layer) => `  ${commandFor(file, layer)}`),
    ...(layers.some(({ lacksProjection }) => lacksProjection)
      ? ['Replace NUMBER: there is no .prj file, so ask the county for the EPSG number of its coordinates.']
      : []),
  ].join('\n')
}

function commandFor(file: string, { input, name, lacksProjection }: Layer): string {
  const base = name ?? path.basename(input, path.extname(input))
  const output = path.join(path.dirname(file), `${base}.geojson`)
  const projection = lacksProjection ? ['-s_srs', 'EPSG:NUMBER'] : []
  return ['ogr2ogr', '-f', 'GeoJSON', ...projection, '-t_srs', 'EPSG:4326', output, input, ...(name ? [name] : [])]
    .map(quote)
    .join(' ')
}

/** A word for a shell, which may contain anything but control characters. */
function quote(word: string): string {
  return /^[\p{L}\p{N}_./:-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

async function findSource(file: string): Promise<Source | null> {
  const extension = path.extname(file)
  switch (extension.toLowerCase()) {
    case '.gdb':
      return { what: 'a geodatabase', layers: [{ input: file }] }
    case '.kml':
    case '.kmz':
      return { what: 'a KML file', layers: [{ input: file }] }
    case '.shp':
    case '.shx':
    case '.dbf':
    case '.prj': {
      const base = file.slice(0, -extension.length)
      const input = extension.toLowerCase() === '.shp' ? file : `${base}.shp`
      const lacksProjection = !existsSync(`${base}.prj`) && !existsSync(`${base}.PRJ`)
      return { what: 'part of a shapefile', layers: [{ input, lacksProjection }] }
    }
  }
  const handle = await open(file)
  try {
    const start = (await readAt(handle, 0, 16)).toString('latin1')
    if (start === 'SQLite format 3\0') return { what: 'a GeoPackage', layers: listLayers(file) }
    return start.startsWith('PK\u0003\u0004') ? findInZip(file, await listZip(handle)) : null
  } finally {
    await handle.close()
  }
}

/** The layers of a GeoPackage; none if it is another database. */
function listLayers(file: string): Layer[] {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const names = database
        .prepare(`select table_name as name from gpkg_contents where data_type = 'features' order by 1`)
        .all()
      return names.map(({ name }) => ({ input: file, ...(names.length > 1 && { name: String(name) }) }))
    } finally {
      database.close()
    }
  } catch {
    return []
  }
}

function findInZip(file: string, names: readonly string[]): Source | null {
  // An absolute path has two slashes then, which tells GDAL that it is one.
  const toLayer = (name: string): Layer => ({ input: `/vsizip/${file}/${name}` })
  const geodatabase = names.find((name) => /\.gdb\//i.test(name))
  if (geodatabase)
    return {
      what: 'a zip file with a geodatabase',
      layers: [toLayer(geodatabase.slice(0, geodatabase.toLowerCase().indexOf('.gdb/') + 4))],
    }
  const lowerNames = new Set(names.map((name) => name.toLowerCase()))
  const shapes = names.filter((name) => name.toLowerCase().endsWith('.shp'))
  if (shapes.length > 0)
    return {
      what: shapes.length === 1 ? 'a zip file with a shapefile' : 'a zip file with several shapefiles',
      layers: shapes.map((name) => ({
        ...toLayer(name),
        lacksProjection: !lowerNames.has(`${name.slice(0, -4)}.prj`.toLowerCase()),
      })),
    }
  const others = names.filter((name) => /\.(?:gpkg|kml)$/i.test(name))
  return others.length > 0 ? { what: 'a zip file with a layer', layers: others.map(toLayer) } : null
}

const maxDirectoryBytes = 16 * 1024 * 1024

/** The names in a zip file of any size; none if they cannot be read. */
async function listZip(handle: FileHandle): Promise<string[]> {
  const { size } = await handle.stat()
  const endStart = Math.max(0, size - maxEndRecordBytes)
  const end = await readAt(handle, endStart, size - endStart)
  const record = findEndRecord(end)
  if (record === null) return []
  const directory = await readAt(handle, record.start, Math.min(record.size, maxDirectoryBytes))
  return (parseDirectory(directory, record.count) ?? []).map(({ name }) => name)
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
