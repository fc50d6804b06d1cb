/** The server's own vector tiles, and their highest zoom level. */
export const BASEMAP_TILES_URL = '/api/basemap/{z}/{x}/{y}.mvt'
export const MAX_TILE_ZOOM = 17
