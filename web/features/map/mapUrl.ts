import type { MapCamera } from './openingView.ts'

/** What a URL of the map names: `/map?at=39.77,-86.16,18.6&house=<id>`. */
export interface MapUrl {
  camera: MapCamera | undefined
  propertyId: string | undefined
}

/** Reads the query of a URL. A position that is not on the map is ignored. */
export function readMapUrl(search: string): MapUrl {
  const params = new URLSearchParams(search)
  return { camera: readCamera(params.get('at')), propertyId: params.get('house') || undefined }
}

/** Whether the map may move to the user when it opens: not away from the position or the property that the URL names. */
export const movesToUser = ({ camera, propertyId }: MapUrl, isWanted: boolean): boolean =>
  isWanted && !camera && !propertyId

/** The query with this position and house, and the other parameters as they were. */
export function writeMapUrl(search: string, { camera, propertyId }: MapUrl): string {
  const params = new URLSearchParams(search)
  params.delete('at')
  params.delete('house')
  if (camera) {
    const { center, zoom } = camera
    params.set('at', `${center.lat.toFixed(5)},${center.lng.toFixed(5)},${zoom.toFixed(2)}`)
  }
  if (propertyId) params.set('house', propertyId)
  // A comma needs no encoding in a query, and the link stays readable.
  const query = params.toString().replaceAll('%2C', ',')
  return query && `?${query}`
}

function readCamera(at: string | null): MapCamera | undefined {
  const numbers = (at ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [lat, lng, zoom] = numbers
  if (numbers.length !== 3 || !isWithin(lat, 90) || !isWithin(lng, 180) || !isWithin(zoom, 22)) return undefined
  return zoom < 0 ? undefined : { center: { lat, lng }, zoom }
}

const isWithin = (value: number | undefined, limit: number): value is number =>
  value !== undefined && Math.abs(value) <= limit
