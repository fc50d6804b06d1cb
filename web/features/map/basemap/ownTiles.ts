/** The server's own tiles, down to this zoom. */
export const OWN_TILES = '/api/basemap/{z}/{x}/{y}.mvt'
export const FINEST_TILES = 17
