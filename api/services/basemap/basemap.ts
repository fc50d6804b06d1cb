/** The basemap that needs no outside service: vector tiles from our own database. */
export interface Basemap {
  /**
   * Returns tile z/x/y of the Web Mercator grid as a gzipped Mapbox Vector Tile, to be sent with `Content-Encoding:
   * gzip`. With `own`, it also has the parcels that a company has imported for itself. Null if the tile is empty or does not exist.
   */
  getTile(z: number, x: number, y: number, own?: OwnParcels): Promise<Buffer | null>
}

/** The parcels that a company has imported for itself, and a text that changes with them. */
export interface OwnParcels {
  tenantId: string
  version: string
}
