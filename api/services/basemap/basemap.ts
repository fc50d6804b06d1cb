/** The basemap that needs no outside service: vector tiles from our own database. */
export interface Basemap {
  /**
   * Returns tile z/x/y of the Web Mercator grid as a gzipped Mapbox Vector Tile, to be sent with `Content-Encoding:
   * gzip`. Null if the tile is empty or does not exist.
   */
  getTile(z: number, x: number, y: number): Promise<Buffer | null>
}
