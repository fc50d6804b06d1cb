/** The map that needs no outside service: vector tiles from our own database. */
export interface Basemap {
  /**
   * The tile z/x/y of the Web Mercator grid as a gzipped Mapbox Vector Tile, to be sent with
   * `Content-Encoding: gzip`; null where the map is empty or the grid has no such tile.
   */
  getTile(z: number, x: number, y: number): Promise<Buffer | null>
}
