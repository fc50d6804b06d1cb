import { SaxesParser } from 'saxes'
import { Refused } from '../../domain/errors.ts'
import { makePauses } from '../../domain/pauses.ts'

/** A Placemark of a KML file, with its polygons as GeoJSON, which the caller checks. */
export interface Placemark {
  name: string | null
  description: string | null
  /** What its ExtendedData have under these names. */
  id: string | null
  color: string | null
  /** A Polygon, or a MultiPolygon for several; null without one. */
  geometry: object | null
}

const maxDepth = 50
/** What the parser is given at once, before others are answered. */
const chunkLength = 65_536
const textElements = ['name', 'description', 'value', 'coordinates']

/**
 * Reads the Placemarks of a KML file (2.2 and 2.3), and lets others be answered meanwhile. Positions stay as the file has them. Throws
 * `Refused` for a file that is not well-formed UTF-8, declares entities, is nested too deeply or has more than `maxPlacemarks`.
 */
export async function readKml(content: Buffer, maxPlacemarks: number): Promise<Placemark[]> {
  const pause = makePauses()
  const placemarks: Placemark[] = []
  const parser = createParser(placemarks, maxPlacemarks)
  const text = decode(content)
  for (let start = 0; start < text.length; start += chunkLength) {
    parser.write(text.slice(start, start + chunkLength))
    await pause()
  }
  parser.close()
  return placemarks
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return refuse('The file is not in UTF-8. Save it in UTF-8, and import it again.')
  }
}

function createParser(placemarks: Placemark[], maxPlacemarks: number): SaxesParser {
  const parser = new SaxesParser({ xmlns: false })
  /** The names of the open elements without their prefixes. */
  const open: string[] = []
  let placemark: Placemark | null = null
  let polygons: unknown[][] = []
  let outer: unknown = null
  let holes: unknown[] = []
  let dataName = ''
  let text = ''
  const fail = () => refuse('The file is not well-formed XML. Export it again as KML.')
  parser.on('error', fail)
  parser.on('doctype', () => refuse('The file declares entities, which KML has none of. Export it again as KML.'))
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (encoding.toUpperCase() !== 'UTF-8') refuse('The file is not in UTF-8. Save it in UTF-8, and import it again.')
  })
  parser.on('opentag', ({ name: qualified, attributes }) => {
    const name = localName(qualified)
    if (open.length === 0 && name !== 'kml') refuse('The file is XML, but not KML.')
    if (open.push(name) > maxDepth) refuse('The file is nested too deeply for KML.')
    text = ''
    if (name === 'Placemark') {
      placemark = { name: null, description: null, id: null, color: null, geometry: null }
      polygons = []
    } else if (name === 'Polygon') [outer, holes] = [null, []]
    else if (name === 'Data' || name === 'SimpleData') dataName = String(attributes['name'] ?? '')
  })
  const addText = (more: string) => {
    if (placemark && textElements.includes(open.at(-1)!)) text += more
    if (placemark && open.at(-1) === 'SimpleData') text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const name = open.pop()!
    if (!placemark) return
    if (name === 'coordinates') {
      const ring = parsePositions(text)
      if (open.includes('innerBoundaryIs')) holes.push(ring)
      else if (open.includes('outerBoundaryIs')) outer = ring
    } else if (name === 'Polygon') polygons.push([outer, ...holes])
    else if (name === 'name' && open.at(-1) === 'Placemark') placemark.name = text.trim()
    else if (name === 'description' && open.at(-1) === 'Placemark') placemark.description = text.trim()
    else if (name === 'SimpleData' || (name === 'value' && open.at(-1) === 'Data')) {
      if (dataName === 'id' || dataName === 'color') placemark[dataName] = text.trim()
    } else if (name === 'Placemark') {
      if (placemarks.push({ ...placemark, geometry: toGeometry(polygons) }) > maxPlacemarks)
        refuse(`A file has at most ${maxPlacemarks} territories.`)
      placemark = null
    }
    text = ''
  })
  return parser
}

const localName = (qualified: string) => qualified.slice(qualified.indexOf(':') + 1)

function toGeometry(polygons: readonly unknown[][]): object | null {
  if (polygons.length === 0) return null
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/** The positions of `lng,lat` or `lng,lat,altitude`, separated by white space. What is no number becomes NaN, which is no position. */
function parsePositions(text: string): number[][] {
  const tuples = text.split(/\s/).filter((tuple) => tuple !== '')
  return tuples.map((tuple) => tuple.split(',').map((number) => (number === '' ? Number.NaN : Number(number))))
}

function refuse(message: string): never {
  throw new Refused(message, { file: message })
}
