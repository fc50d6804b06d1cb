import type { Readable } from 'node:stream'
import { Refused } from '../../../domain/errors.ts'
import { FeatureSplitter, type FeatureText } from './featureSplitter.ts'

/** A parcel record of the file. */
export interface SourceRecord {
  number: number
  /** For messages: 'Feature 812 (line 813)', 'Line 812'. */
  location: string
  values: Record<string, unknown>
  /** GeoJSON before validation; undefined in a table. */
  geometry: unknown
}

/** Reads the features of a GeoJSON file, one batch per chunk of the file. */
export async function* readFeatures(input: Readable): AsyncGenerator<SourceRecord[]> {
  const splitter = new FeatureSplitter()
  for await (const chunk of input) yield splitter.push(chunk as Buffer).map(toSourceRecord)
  splitter.end()
}

function toSourceRecord({ number, line, text }: FeatureText): SourceRecord {
  const location = `Feature ${number} (line ${line})`
  let feature: { type?: unknown; properties?: unknown; geometry?: unknown; attributes?: unknown }
  try {
    feature = JSON.parse(text)
  } catch (error) {
    throw new Refused(`${location} is not valid JSON: ${(error as Error).message}`)
  }
  if (feature.attributes !== undefined) {
    throw new Refused(`${location} is Esri JSON. Export the layer as GeoJSON: ogr2ogr parcels.geojson THE_FILE`)
  }
  if (feature.type !== 'Feature') {
    throw new Refused(
      `${location} is not a GeoJSON Feature${typeof feature.type === 'string' ? ` but a ${feature.type}` : ''}.`,
    )
  }
  const values = typeof feature.properties === 'object' && feature.properties ? feature.properties : {}
  return { number, location, values: values as Record<string, unknown>, geometry: feature.geometry ?? null }
}
