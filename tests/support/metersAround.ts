/** The middle of a made-up town. */
export const center = { lat: 39.77, lng: -86.16 }
export const metersPerLat = 111_320
export const metersPerLng = metersPerLat * Math.cos((center.lat * Math.PI) / 180)

/** The point so many meters to the east and north of the center. */
export const pointAt = (east: number, north: number): { lat: number; lng: number } => ({
  lat: center.lat + north / metersPerLat,
  lng: center.lng + east / metersPerLng,
})
