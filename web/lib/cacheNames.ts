/** The caches of the service worker besides its precache. */
export const SEEN_TILES_CACHE = 'porchlight.tiles'
export const AREA_TILES_CACHE = 'porchlight.area-tiles'
export const ASSETS_CACHE = 'porchlight.assets'

/** The database of the saved areas with their properties. */
export const AREAS_DATABASE = 'porchlight.areas'

/** The database of what the server has answered. */
export const READS_DATABASE = 'porchlight.reads'
