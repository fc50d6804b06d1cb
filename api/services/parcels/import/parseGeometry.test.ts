import { describe, expect, it } from 'vitest'
import { parseGeometry } from './parseGeometry.ts'
import { parseGeometryText } from './parseGeometryText.ts'

const ring = [
  [-86.16, 39.77],
  [-86.159, 39.77],
  [-86.159, 39.771],
  [-86.16, 39.77],
]

describe('a geometry', () => {
  it('gives an outline and its centroid', () => {
    const place = parseGeometry({ type: 'Polygon', coordinates: [ring] })
    expect(place?.outline).toEqual({ type: 'Polygon', coordinates: [ring] })
    expect(place?.centroid.lat).toBeCloseTo(39.77033, 4)
  })

  it('with one part becomes a closed Polygon, without elevation and digits below a centimeter', () => {
    const open = ring.slice(0, 3).map(([lng, lat]) => [lng! + 1e-9, lat!, 220])
    expect(parseGeometry({ type: 'MultiPolygon', coordinates: [[open]] })?.outline).toEqual({
      type: 'Polygon',
      coordinates: [ring],
    })
  })

  it('of a point has no outline, and a missing one is null', () => {
    expect(parseGeometry({ type: 'Point', coordinates: [-86.16, 39.77] })).toEqual({
      centroid: { lat: 39.77, lng: -86.16 },
      outline: null,
    })
    for (const nothing of [null, undefined, { type: 'Polygon', coordinates: [] }])
      expect(parseGeometry(nothing)).toBeNull()
  })

  it.each([
    [{ type: 'LineString', coordinates: ring }, /a LineString; it must be/],
    [{ type: 'Polygon', coordinates: [ring.slice(0, 2)] }, /fewer than three corners/],
    [
      { type: 'Polygon', coordinates: [[[762345.1, 2959000.3]]] },
      /762345.1, 2959000.3 are not degrees.*Convert the file to GeoJSON or CSV in WGS 84 degrees/,
    ],
    [{ type: 'Polygon', coordinates: [ring.map(([lng, lat]) => [lat, lng])] }, /look exchanged/],
    [{ type: 'Polygon', coordinates: [[['a', 1]]] }, /\["a",1\] where a pair of numbers is required/],
    [{ type: 'Polygon', coordinates: 'none' }, /no list of coordinates/],
    [{ rings: [ring] }, /of an unknown type/],
  ])('%j is refused with a reason', (geometry, reason) => expect(() => parseGeometry(geometry)).toThrow(reason))
})

describe('a geometry in text form', () => {
  it('can be WKT, EWKT or GeoJSON', () => {
    const polygon = { type: 'Polygon', coordinates: [ring] }
    const wkt = `((${ring.map((pair) => pair.join(' ')).join(', ')}))`
    expect(parseGeometryText(`POLYGON ${wkt}`)).toEqual(polygon)
    expect(parseGeometryText(`SRID=4326;polygon${wkt}`)).toEqual(polygon)
    expect(parseGeometryText(JSON.stringify(polygon))).toEqual(polygon)
    expect(parseGeometryText(`MULTIPOLYGON (${wkt})`)).toEqual({ type: 'MultiPolygon', coordinates: [[ring]] })
    expect(parseGeometryText('POINT Z (-86.16 39.77 220)')).toEqual({
      type: 'Point',
      coordinates: [-86.16, 39.77, 220],
    })
    expect(parseGeometryText('POLYGON EMPTY')).toBeNull()
    expect(parseGeometryText(' ')).toBeNull()
  })

  it.each(['CIRCLE (1 2)', 'POLYGON ((1 2, 3', '{"type":"Polygon"', 'POLYGON ((a b, c d))'])(
    '%j is refused',
    (text) => {
      expect(() => parseGeometryText(text)).toThrow(/neither a WKT polygon|truncated or malformed/)
    },
  )
})
