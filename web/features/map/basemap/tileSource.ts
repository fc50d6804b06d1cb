/** The server's own tiles, down to this zoom. */
export const BASEMAP_TILES_URL = '/api/basemap/{z}/{x}/{y}.mvt'
export const MAX_TILE_ZOOM = 17
