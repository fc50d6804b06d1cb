declare module 'vt-pbf' {
  /** Encodes geojson-vt tiles, keyed by layer name, as one Mapbox Vector Tile. */
  export function fromGeojsonVt(
    layers: Record<string, unknown>,
    options: { version: number; extent: number },
  ): Uint8Array
}
