/** The server's own vector tiles: public, and the same for everybody. */
export const BASEMAP_TILES_URL = '/api/basemap/{z}/{x}/{y}.mvt'

/** The zoom levels that have tiles. The map draws higher zooms from those of the highest level. */
export const MIN_TILE_ZOOM = 12
export const MAX_TILE_ZOOM = 17

/** A zoom level at which the server returns every house, not clusters. */
export const PROPERTY_MARKERS_ZOOM = 18

/** The address of one tile. */
export const tileUrl = (z: number, x: number, y: number): string =>
  BASEMAP_TILES_URL.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)

/** Whether this is the path of a tile. */
export const isTilePath = (path: string): boolean => /^\/api\/basemap\/\d+\/\d+\/\d+\.mvt$/.test(path)
