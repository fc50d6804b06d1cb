import type { MultiPolygon, Polygon, Position } from 'geojson'
import { polygonsOf } from '../../domain/polygons.ts'

interface NamedArea {
  id: string
  name: string
  color: string
  note: string | null
  area: Polygon | MultiPolygon
}

/** The areas as a KML 2.3 document, which `readKml` reads. */
export function writeKml(areas: readonly NamedArea[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<Document>
<name>Territories</name>
${areas.map(placemarkOf).join('\n')}
</Document>
</kml>
`
}

function placemarkOf({ id, name, color, note, area }: NamedArea): string {
  const polygons = polygonsOf(area).map(polygonOf)
  const geometry = polygons.length === 1 ? polygons[0]! : `<MultiGeometry>${polygons.join('')}</MultiGeometry>`
  const data = Object.entries({ id, color }).map(
    ([key, value]) => `<Data name="${key}"><value>${escapeText(value)}</value></Data>`,
  )
  const description = note === null ? '' : `<description>${escapeText(note)}</description>`
  return `<Placemark><name>${escapeText(name)}</name>${description}<ExtendedData>${data.join('')}</ExtendedData>${geometry}</Placemark>`
}

function polygonOf([outer, ...holes]: Position[][]): string {
  const ringOf = (ring: Position[]) =>
    `<LinearRing><coordinates>${ring.map(([lng, lat]) => `${lng},${lat}`).join(' ')}</coordinates></LinearRing>`
  const inner = holes.map((ring) => `<innerBoundaryIs>${ringOf(ring)}</innerBoundaryIs>`)
  return `<Polygon><outerBoundaryIs>${ringOf(outer!)}</outerBoundaryIs>${inner.join('')}</Polygon>`
}

/** Control characters cannot be in XML at all. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}
