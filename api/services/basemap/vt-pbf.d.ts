declare module 'vt-pbf' {
  /** Tiles of geojson-vt, one for each layer name, as one Mapbox Vector Tile. */
  export function fromGeojsonVt(
    layers: Record<string, unknown>,
    options: { version: number; extent: number },
  ): Uint8Array
}
