import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { zipFile } from '../../../../tests/support/documents/createDocument.ts'
import { explainConversion } from './explainConversion.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'parcels-'))
afterAll(() => rmSync(folder, { recursive: true }))

const put = (name: string, content: string | Buffer = 'x') => {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}
const zip = (name: string, ...names: string[]) =>
  put(name, zipFile(Object.fromEntries(names.map((inside) => [inside, 'x']))))

/** The commands for a file, in which the folder is '~'. */
async function commandsFor(file: string): Promise<string[]> {
  const text = (await explainConversion(file))?.replaceAll(folder, '~') ?? ''
  return text
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
}

function geoPackage(name: string, ...layers: string[]): string {
  const file = path.join(folder, name)
  const database = new DatabaseSync(file)
  database.exec('create table gpkg_contents (table_name text, data_type text)')
  const insert = database.prepare('insert into gpkg_contents values (?, ?)')
  for (const layer of layers) insert.run(layer, 'features')
  insert.run('aerial', 'tiles')
  database.close()
  return file
}

describe('a file that is no GeoJSON or CSV', () => {
  it('is a shapefile, whichever of its files is given', async () => {
    put('a/Tax Parcels.prj')
    const command = `ogr2ogr -f GeoJSON -t_srs EPSG:4326 '~/a/Tax Parcels.geojson' '~/a/Tax Parcels.shp'`
    for (const extension of ['shp', 'dbf', 'shx', 'prj'])
      expect(await commandsFor(put(`a/Tax Parcels.${extension}`))).toEqual([command])
    expect(await explainConversion(path.join(folder, 'a/Tax Parcels.shp'))).toMatch(
      /^Tax Parcels\.shp is part of a shapefile\. Convert it, and import the result:\n/,
    )
  })

  it('is a shapefile that does not say what its coordinates are', async () => {
    const text = await explainConversion(put('b/parcels.SHP'))
    expect(text?.replaceAll(folder, '~')).toBe(
      'parcels.SHP is part of a shapefile. Convert it, and import the result:\n' +
        '  ogr2ogr -f GeoJSON -s_srs EPSG:NUMBER -t_srs EPSG:4326 ~/b/parcels.geojson ~/b/parcels.SHP\n' +
        'Replace NUMBER: there is no .prj file, so ask the county for the EPSG number of its coordinates.',
    )
  })

  it('is a zip file with one shapefile or several, a geodatabase, or a layer of another kind', async () => {
    expect(await commandsFor(zip('one.zip', 'read.me', 'x/Parcels.shp', 'x/Parcels.dbf', 'x/Parcels.PRJ'))).toEqual([
      'ogr2ogr -f GeoJSON -t_srs EPSG:4326 ~/Parcels.geojson /vsizip/~/one.zip/x/Parcels.shp',
    ])
    expect(await commandsFor(zip('two.zip', 'a/roads.shp', 'a/roads.prj', 'b/parcels.shp'))).toEqual([
      'ogr2ogr -f GeoJSON -t_srs EPSG:4326 ~/roads.geojson /vsizip/~/two.zip/a/roads.shp',
      'ogr2ogr -f GeoJSON -s_srs EPSG:NUMBER -t_srs EPSG:4326 ~/parcels.geojson /vsizip/~/two.zip/b/parcels.shp',
    ])
    expect(await commandsFor(zip('base.zip', 'x/County.gdb/a0001.gdbtable', 'x/County.gdb/gdb'))).toEqual([
      'ogr2ogr -f GeoJSON -t_srs EPSG:4326 ~/County.geojson /vsizip/~/base.zip/x/County.gdb',
    ])
    expect(await commandsFor(zip('kml.zip', 'doc.kml'))).toEqual([
      'ogr2ogr -f GeoJSON -t_srs EPSG:4326 ~/doc.geojson /vsizip/~/kml.zip/doc.kml',
    ])
  })

  it('is a GeoPackage with one layer or several', async () => {
    expect(await commandsFor(geoPackage('one.gpkg', 'parcels'))).toEqual([
      'ogr2ogr -f GeoJSON -t_srs EPSG:4326 ~/one.geojson ~/one.gpkg',
    ])
    expect(await commandsFor(geoPackage('two.gpkg', 'tax parcels', 'roads'))).toEqual([
      'ogr2ogr -f GeoJSON -t_srs EPSG:4326 ~/roads.geojson ~/two.gpkg roads',
      `ogr2ogr -f GeoJSON -t_srs EPSG:4326 '~/tax parcels.geojson' ~/two.gpkg 'tax parcels'`,
    ])
    expect(await explainConversion(geoPackage('none.gpkg'))).toBe(
      'none.gpkg is a GeoPackage. Convert its layer of parcels to GeoJSON in WGS 84 degrees.',
    )
    expect(await explainConversion(put('broken.gpkg', 'SQLite format 3\0 and no more'))).toMatch(/^broken\.gpkg is a/)
  })

  it('is a geodatabase or KML', async () => {
    mkdirSync(path.join(folder, 'County.gdb'))
    for (const file of [path.join(folder, 'County.gdb'), put('County.kml'), put('County.kmz')])
      expect(await commandsFor(file)).toEqual([
        `ogr2ogr -f GeoJSON -t_srs EPSG:4326 ~/County.geojson ~/${path.basename(file)}`,
      ])
  })

  it('has names that a shell takes for names only', async () => {
    expect(await commandsFor(zip('odd.zip', "a'b $(touch x).shp", 'c\nd.shp', 'e.prj'))).toEqual([
      String.raw`ogr2ogr -f GeoJSON -s_srs EPSG:NUMBER -t_srs EPSG:4326 '~/a'\''b $(touch x).geojson' '/vsizip/~/odd.zip/a'\''b $(touch x).shp'`,
    ])
  })

  it.each([
    ['a.csv', 'parcel_id\n1\n'],
    ['a.geojson', '{"type":"FeatureCollection","features":[]}'],
    ['empty.csv', ''],
    ['cut.zip', 'PK\u0003\u0004'],
    ['table.zip', zipFile({ 'parcels.csv': 'x' })],
    ['book.xlsx', zipFile({ 'xl/workbook.xml': 'x' })],
  ])('is none of them: %s', async (name, content) => {
    expect(await explainConversion(put(name, content))).toBeNull()
  })
})
