import { describe, expect, it } from 'vitest'
import { projections } from '../../../../../tests/support/shapefiles.ts'
import { parseWkt } from './parseWkt.ts'
import { chooseProjection } from './projection.ts'

/** A projection on an ellipsoid of its own, because the worked examples are older than NAD83. */
const example = (projection: string, spheroid: string, parameters: Record<string, number>, meters: number) =>
  `PROJCS["Example",GEOGCS["Example",DATUM["D_North_American_1983",SPHEROID[${spheroid}]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["${projection}"],${Object.entries(
    parameters,
  )
    .map(([name, value]) => `PARAMETER["${name}",${value}]`)
    .join()},UNIT["Unit",${meters}]]`

const foot = 1200 / 3937
const dms = (degrees: number, minutes: number, seconds = 0) => degrees + minutes / 60 + seconds / 3600
const clarke = '"Clarke_1866",6378206.4,294.97869821'

describe('a worked example, of EPSG guidance note 7-2 unless it says otherwise:', () => {
  it.each([
    [
      'Lambert Conic Conformal (2SP), Texas South Central in feet',
      example(
        'Lambert_Conformal_Conic',
        clarke,
        {
          ...{ False_Easting: 2_000_000, False_Northing: 0, Central_Meridian: -99 },
          ...{ Standard_Parallel_1: dms(28, 23), Standard_Parallel_2: dms(30, 17), Latitude_Of_Origin: dms(27, 50) },
        },
        foot,
      ),
      [2_963_503.91, 254_759.8],
      [-96, 28.5],
    ],
    [
      'Lambert Conic Conformal (1SP), Jamaica',
      example(
        'Lambert_Conformal_Conic_1SP',
        clarke,
        {
          ...{ false_easting: 250_000, false_northing: 150_000, central_meridian: -77 },
          ...{ latitude_of_origin: 18, scale_factor: 1 },
        },
        1,
      ),
      [255_966.58, 142_493.51],
      [-dms(76, 56, 37.26), dms(17, 55, 55.8)],
    ],
    [
      'Transverse Mercator, British National Grid',
      example(
        'Transverse_Mercator',
        '"Airy_1830",6377563.396,299.32496',
        {
          ...{ False_Easting: 400_000, False_Northing: -100_000, Central_Meridian: -2 },
          ...{ Scale_Factor: 0.999_601_271_7, Latitude_Of_Origin: 49 },
        },
        1,
      ),
      [577_274.99, 69_740.5],
      [0.5, 50.5],
    ],
    [
      'Popular Visualisation Pseudo-Mercator',
      projections.webMercator,
      [-11_169_055.58, 2_800_000],
      [-dms(100, 20), dms(24, 22, 54.433)],
    ],
    [
      "Albers Equal Area, the United States, of Snyder's Working Manual",
      example(
        'Albers',
        clarke,
        {
          ...{ False_Easting: 0, False_Northing: 0, Central_Meridian: -96 },
          ...{ Standard_Parallel_1: 29.5, Standard_Parallel_2: 45.5, Latitude_Of_Origin: 23 },
        },
        1,
      ),
      [1_885_472.7, 1_535_925],
      [-75, 35],
    ],
  ] as const)('%s', (_name, prj, [x, y], [lng, lat]) => {
    const [foundLng, foundLat] = chooseProjection(prj)(x, y) as [number, number]
    // A decimeter, to which the coarsest example is printed.
    expect(Math.abs(foundLng - lng)).toBeLessThan(1e-6)
    expect(Math.abs(foundLat - lat)).toBeLessThan(1e-6)
  })
})

describe('a .prj file', () => {
  it('puts the origin of a zone of the State Plane system where the zone has it', () => {
    const [lng, lat] = chooseProjection(projections.indianaEastFeet)(328_083.333_333_333_3, 820_208.333_333_333_3)
    expect(lng).toBeCloseTo(-85.666_666_667, 8)
    expect(lat).toBeCloseTo(37.5, 8)
  })

  it('says that coordinates are degrees, as does a missing one', () => {
    expect(chooseProjection(projections.wgs84)(-86.5, 39.25)).toEqual([-86.5, 39.25])
    expect(chooseProjection(`\uFEFF${projections.wgs84}`)(-86.5, 39.25)).toEqual([-86.5, 39.25])
    expect(chooseProjection(null)(-86.5, 39.25)).toEqual([-86.5, 39.25])
    expect(() => chooseProjection(null)(180_000, 1_600_000)).toThrow(
      'its coordinates 180000, 1600000 are not degrees of longitude and latitude, and the zip file has no .prj file',
    )
    expect(() => chooseProjection(projections.wgs84)(180_000, 1_600_000)).toThrow('although the .prj file says so')
  })

  it('of another shapefile is noticed by degrees', () => {
    expect(() => chooseProjection(projections.indianaEastFeet)(-85.6, 39.1)).toThrow('are degrees, although')
  })

  it.each([
    [
      'with a datum that is 100 m away',
      projections.wgs84.replace('D_WGS_1984', 'D_North_American_1927'),
      /the datum 'D_North_American_1927'/,
    ],
    [
      'with another projection',
      projections.webMercator.replace('Mercator_Auxiliary_Sphere"]', 'Polyconic"]'),
      /the projection 'Polyconic'/,
    ],
    [
      'with a parameter that is not known',
      projections.indianaEastFeet.replace('Scale_Factor', 'Azimuth'),
      /the parameter 'azimuth'/,
    ],
    ['with an angle that is none', projections.indianaEastFeet.replace('37.5', '1e9'), /an unusual latitude_of_origin/],
    [
      'with an offset that is none',
      projections.indianaEastFeet.replace('328083.3333333333', '1e30'),
      /unusual false_easting/,
    ],
    ['with a unit that is none', projections.indianaEastFeet.replace('0.3048006096012192', '0'), /unusual unit/],
    ['with grads', projections.wgs84.replace('0.0174532925199433', '0.01570796326794897'), /another unit/],
    ['that counts from Paris', projections.wgs84.replace('"Greenwich",0.0', '"Paris",2.337229166666667'), /Greenwich/],
    ['of the moon', projections.wgs84.replace('6378137.0', '1737400.0'), /unusual ellipsoid/],
    ['in another form', 'GEOGCRS["WGS 84",ID["EPSG",4326]]', /no system of coordinates/],
    ['that is no text', '\u0000\u0001', /no system of coordinates/],
    ['that is empty', '', /no system of coordinates/],
    [
      'with the names of built-in properties',
      'PROJCS["__proto__",GEOGCS["constructor",DATUM["toString"]]]',
      /datum 'toString'/,
    ],
    [
      'with a projection of a built-in name',
      projections.webMercator.replace('Mercator_Auxiliary_Sphere"]', 'constructor"]'),
      /projection 'constructor'/,
    ],
  ])('%s is refused', (_name, prj, reason) => {
    expect(() => chooseProjection(prj)).toThrow(reason)
  })

  it.each([
    ['open brackets', 'A['.repeat(7_000)],
    ['closed brackets', ']'.repeat(15_000)],
    ['quotes', '"'.repeat(15_001)],
    ['signs', '+-.e'.repeat(3_750)],
    ['more text than a projection has', 'A["b"],'.repeat(1_000_000)],
  ])('of %s is none', (_name, text) => {
    expect(parseWkt(text)).toBe(null)
  })
})
