import fc from 'fast-check'
import type { MultiPolygon, Polygon } from 'geojson'
import { describe, expect, it } from 'vitest'
import { readKml } from './readKml.ts'
import { writeKml } from './writeKml.ts'

const square: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-86.2, 39.7],
      [-86.1, 39.7],
      [-86.1, 39.8],
      [-86.2, 39.7],
    ],
    [
      [-86.15, 39.72],
      [-86.14, 39.73],
      [-86.13, 39.72],
      [-86.15, 39.72],
    ],
  ],
}
const both: MultiPolygon = { type: 'MultiPolygon', coordinates: [square.coordinates, [square.coordinates[0]!]] }
const read = (text: string | Buffer, max = 10) => readKml(Buffer.from(text as string), max)
const kml = (inner: string) => `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`

describe('KML', () => {
  it('that was written is read as it was', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(text, text, async (name, note) => {
        const [placemark] = await read(writeKml([{ id: 'a', name, color: 'teal', note, area: square }]))
        expect(placemark).toEqual({
          name: printable(name),
          description: printable(note),
          ...{ id: 'a', color: 'teal' },
          geometry: square,
        })
      }),
      { numRuns: 200 },
    )
    const [several] = await read(writeKml([{ id: 'b', name: 'Both', color: 'teal', note: null, area: both }]))
    expect(several).toMatchObject({ description: null, geometry: both })
  })

  it('of other programs has folders, prefixes, altitudes, CDATA and schemas', async () => {
    const file = `\uFEFF<?xml version="1.0" encoding="utf-8"?><k:kml xmlns:k="http://www.opengis.net/kml/2.3"><k:Folder>
      <k:name>Not a territory</k:name><k:Style id="s"/><k:Placemark id="p"><k:name>Elm &amp; Oak</k:name>
      <k:description><![CDATA[Ring <b>twice</b>]]></k:description>
      <k:ExtendedData><k:SchemaData><k:SimpleData name="color">pink</k:SimpleData></k:SchemaData></k:ExtendedData>
      <k:MultiGeometry><k:Point><k:coordinates>-86,39,0</k:coordinates></k:Point><k:Polygon><k:outerBoundaryIs>
      <k:LinearRing><k:coordinates>
        -86.2,39.7,12
        -86.1,39.7,12 -86.1,39.8,12 -86.2,39.7,12
      </k:coordinates></k:LinearRing></k:outerBoundaryIs></k:Polygon></k:MultiGeometry></k:Placemark>
      <k:Placemark><k:Point><k:coordinates>-86,39</k:coordinates></k:Point></k:Placemark></k:Folder></k:kml>`
    expect(await read(file)).toEqual([
      {
        name: 'Elm & Oak',
        description: 'Ring <b>twice</b>',
        ...{ id: null, color: 'pink' },
        geometry: { type: 'Polygon', coordinates: [square.coordinates[0]!.map((position) => [...position, 12])] },
      },
      { name: null, description: null, id: null, color: null, geometry: null },
    ])
  })

  it('is refused with what to do if it is something else, declares entities or is too deep', async () => {
    const bomb = '<!DOCTYPE kml [<!ENTITY a "aaaa">]><kml>&a;</kml>'
    const refused: [string | Buffer, RegExp][] = [
      ['<kml>', /not well-formed/],
      [kml('<Placemark><name>&nope;</name></Placemark>'), /not well-formed/],
      [bomb, /declares entities/],
      ['<gpx/>', /not KML/],
      ['<?xml version="1.0" encoding="ISO-8859-1"?><kml/>', /UTF-8/],
      [Buffer.from([0x3c, 0x6b, 0xff]), /UTF-8/],
      [kml('<Folder>'.repeat(60) + '</Folder>'.repeat(60)), /nested too deeply/],
      [kml('<Placemark/>'.repeat(11)), /at most 10/],
    ]
    for (const [file, message] of refused) await expect(read(file)).rejects.toThrow(message)
  })

  it('of 5 MB lets others be answered while it is read', async () => {
    const ring =
      '<outerBoundaryIs><LinearRing><coordinates>-86,39 -85,39 -85,40 -86,39</coordinates></LinearRing></outerBoundaryIs>'
    const file = kml(`<Placemark>${`<Polygon>${ring}</Polygon>`.repeat(35_000)}</Placemark>`)
    expect(file.length).toBeGreaterThan(4_600_000)
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const [placemark] = await read(file)
    clearInterval(timer)
    expect((placemark!.geometry as MultiPolygon).coordinates).toHaveLength(35_000)
    expect(turns).toBeGreaterThan(1)
  })
})

/** A text as it is shown, without what XML cannot have. */
const printable = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .trim()
