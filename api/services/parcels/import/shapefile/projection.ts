import proj4 from 'proj4'
import { Refused } from '../../../../domain/errors.ts'
import { childrenOf, findElement, nameOf, numberOf, parseWkt, type WktElement } from './parseWkt.ts'
import type { ToDegrees } from './readShapes.ts'

/** The names of the projections that counties use, in .prj files and in PROJ. */
const methods: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lambert_conformal_conic: 'lcc',
    lambert_conformal_conic_1sp: 'lcc',
    lambert_conformal_conic_2sp: 'lcc',
    transverse_mercator: 'tmerc',
    albers: 'aea',
    albers_conic_equal_area: 'aea',
    mercator_auxiliary_sphere: 'merc',
  }),
)

/** The names of their parameters in .prj files and in PROJ. Lengths are in the unit of the file. */
const angles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    latitude_of_origin: 'lat_0',
    latitude_of_center: 'lat_0',
    central_parallel: 'lat_0',
    central_meridian: 'lon_0',
    longitude_of_center: 'lon_0',
    standard_parallel_1: 'lat_1',
    standard_parallel_2: 'lat_2',
  }),
)
const lengths: ReadonlyMap<string, string> = new Map(Object.entries({ false_easting: 'x_0', false_northing: 'y_0' }))

/** The names of datums that differ from WGS 84 by less than 2 m, without the signs between their words. */
const datums = ['northamerican1983', 'northamericandatum1983', 'nad1983', 'nad83', 'wgs1984', 'wgs84', 'itrf']
const earth = { minRadius: 6_350_000, maxRadius: 6_400_000, minFlattening: 290, maxFlattening: 305 }
const maxOffset = 1e8
const degree = Math.PI / 180

const remedy = 'Download the county in WGS 84, or convert the file to GeoJSON or CSV in WGS 84 degrees.'
const refuseProjection = (what: string) => new Refused(`The .prj file ${what}, which is not read here. ${remedy}`)

/**
 * The function that makes degrees of the coordinates of a file, by the text of its .prj file: degrees, State Plane, UTM and other
 * Lambert, Mercator and Albers projections, in any unit. Throws `Refused` for any other. Without a .prj file, coordinates are degrees.
 */
export function chooseProjection(prj: string | null): ToDegrees {
  if (prj === null)
    return degreesOnly('and the zip file has no .prj file that says what they are. Add it to the zip file')
  const root = parseWkt(prj.replace(/^\uFEFF/, ''))
  const projected = root && findElement(root, 'PROJCS')
  const geographic = root && findElement(projected ?? root, 'GEOGCS')
  if (!geographic) throw refuseProjection('names no system of coordinates that is known')
  const { a, rf } = checkDatum(geographic)
  return projected
    ? fromProjection(projected, a, rf)
    : degreesOnly('although the .prj file says so. It belongs to another file')
}

function degreesOnly(end: string): ToDegrees {
  return (x, y) => {
    if (Math.abs(x) > 180 || Math.abs(y) > 90)
      throw new Refused(`its coordinates ${x}, ${y} are not degrees of longitude and latitude, ${end}`)
    return [x, y]
  }
}

/** The ellipsoid of the system. Throws `Refused` if its degrees differ from those of WGS 84 by more than 2 m. */
function checkDatum(geographic: WktElement): { a: number; rf: number } {
  const datum = findElement(geographic, 'DATUM')
  const name = datum ? nameOf(datum) : ''
  const plainName = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (!datum || !datums.some((known) => plainName.includes(known)))
    throw refuseProjection(`has the datum '${name.slice(0, 60)}'`)
  const prime = findElement(geographic, 'PRIMEM')
  const unit = numberOf(findElement(geographic, 'UNIT'))
  if ((prime && numberOf(prime) !== 0) || Math.abs(unit - degree) > 1e-9)
    throw refuseProjection('has degrees that do not begin in Greenwich, or another unit')
  const [a, rf] = findElement(datum, 'SPHEROID')?.values.filter((value) => typeof value === 'number') ?? []
  const isEarth =
    a !== undefined &&
    rf !== undefined &&
    a > earth.minRadius &&
    a < earth.maxRadius &&
    rf > earth.minFlattening &&
    rf < earth.maxFlattening
  if (!isEarth) throw refuseProjection('has an unusual ellipsoid')
  return { a, rf }
}

function fromProjection(projected: WktElement, a: number, rf: number): ToDegrees {
  const projection = findElement(projected, 'PROJECTION')
  const name = projection ? nameOf(projection) : ''
  const method = methods.get(name.toLowerCase())
  if (method === undefined) throw refuseProjection(`has the projection '${name.slice(0, 60)}'`)
  const meters = numberOf(findElement(projected, 'UNIT'))
  if (!(meters > 0.001 && meters < 10_000)) throw refuseProjection('has an unusual unit of length')
  const parameters = readParameters(projected, meters)
  // A conic projection with one parallel may only have the latitude of its origin.
  if (method === 'lcc') parameters['lat_1'] ??= parameters['lat_0'] ?? 0
  if (method === 'merc' && parameters['lat_1']) throw refuseProjection('has a parallel that web maps do not have')
  const ellipsoid = method === 'merc' ? { a, b: a } : { a, rf }
  const text = Object.entries({ proj: method, ...ellipsoid, to_meter: meters, ...parameters })
    .map(([key, value]) => `+${key}=${value}`)
    .join(' ')
  const { inverse } = proj4(text)
  return (x, y) => {
    // Coordinates this small are degrees: in meters or feet they would be at the origin of the projection, where no county is.
    if (Math.abs(x) <= 180 && Math.abs(y) <= 90)
      throw new Refused(`its coordinates ${x}, ${y} are degrees, although the .prj file names the projection '${name}'`)
    const [lng, lat] = tryInverse(inverse, x, y)
    if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90))
      throw new Refused(`its coordinates ${x}, ${y} are outside of the projection of the .prj file`)
    return [lng, lat]
  }
}

function readParameters(projected: WktElement, meters: number): Record<string, number> {
  const parameters: Record<string, number> = {}
  for (const element of childrenOf(projected).filter(({ keyword }) => keyword === 'PARAMETER')) {
    const name = nameOf(element).toLowerCase()
    const value = numberOf(element)
    const angle = angles.get(name)
    const length = lengths.get(name)
    const max = angle ? 180 : maxOffset
    if (!(Math.abs(value) <= max)) throw refuseProjection(`has an unusual ${name.slice(0, 60)}`)
    if (angle) parameters[angle] = value
    else if (length) parameters[length] = value * meters
    else if (name === 'scale_factor') parameters['k_0'] = value
    else if (value !== 0) throw refuseProjection(`has the parameter '${name.slice(0, 60)}'`)
  }
  return parameters
}

/** Some projections throw for a place that they cannot show. */
function tryInverse(inverse: (place: [number, number]) => number[], x: number, y: number): [number, number] {
  try {
    const [lng, lat] = inverse([x, y])
    return [lng!, lat!]
  } catch {
    return [NaN, NaN]
  }
}
