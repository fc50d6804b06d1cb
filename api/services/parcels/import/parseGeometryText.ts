import { Refused } from '../../../domain/errors.ts'

/**
 * Parses a geometry in text form: WKT or EWKT ('POLYGON ((-86.16 39.77, …))', 'SRID=4326;…') or GeoJSON. Returns a
 * GeoJSON geometry that is not validated, or null for an empty one. Throws `Refused` if the text is neither.
 */
export function parseGeometryText(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (trimmed.startsWith('{')) return parseJson(trimmed)
  const [, type, body] =
    /^(?:SRID=\d+;)?\s*(POINT|POLYGON|MULTIPOLYGON)\s*(?:(?:ZM?|M)\s*)?(\(.*\)|EMPTY)$/is.exec(trimmed) ?? []
  if (!type || !body) throw new Refused(`its geometry '${trimmed.slice(0, 30)}…' is neither a WKT polygon nor GeoJSON`)
  if (body.toUpperCase() === 'EMPTY') return null
  const name = { POINT: 'Point', POLYGON: 'Polygon', MULTIPOLYGON: 'MultiPolygon' }[type.toUpperCase()]
  const numbers = body.replace(/[^(),]+/g, (pair) =>
    pair.trim() === '' ? '' : `[${pair.trim().split(/\s+/).join(',')}]`,
  )
  const lists = numbers.replaceAll('(', '[').replaceAll(')', ']')
  // 'POINT (1 2)' has a single position instead of a list.
  return { type: name, coordinates: parseJson(name === 'Point' ? lists.slice(1, -1) : lists) }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Refused(`its geometry '${json.slice(0, 30)}…' is truncated or malformed`)
  }
}
