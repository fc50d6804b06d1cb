import type { Point } from './distance.ts'

interface Place extends Point {
  address: string
}

/**
 * A link that opens the maps of the device with directions to a place: its own app on a phone and on a Mac, else a map in
 * the browser.
 */
export function directionsLink({ lat, lng, address }: Place, userAgent: string = navigator.userAgent): string {
  const point = `${lat},${lng}`
  if (/Android/.test(userAgent)) return `geo:${point}?q=${point}(${encodeURIComponent(address)})`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${encodeURIComponent(point)}`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`
}
