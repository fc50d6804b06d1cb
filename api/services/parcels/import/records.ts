import type { Readable } from 'node:stream'
import { Refused } from '../../../domain/errors.ts'
import { FeatureSplitter, type JsonPart } from './splitter.ts'

/** One parcel as the file has it. */
export interface SourceRecord {
  number: number
  /** For messages: 'Feature 812 (line 813)', 'Line 812'. */
  where: string
  values: Record<string, unknown>
  /** GeoJSON, yet unchecked; undefined in a table. */
  geometry: unknown
}

/** The features of a GeoJSON file, a batch for every piece of the file that is read. */
export async function* readFeatures(input: Readable): AsyncGenerator<SourceRecord[]> {
  const splitter = new FeatureSplitter()
  for await (const chunk of input) yield splitter.push(chunk as Buffer).map(featureOf)
  splitter.end()
}

function featureOf({ number, line, text }: JsonPart): SourceRecord {
  const where = `Feature ${number} (line ${line})`
  let feature: { type?: unknown; properties?: unknown; geometry?: unknown; attributes?: unknown }
  try {
    feature = JSON.parse(text)
  } catch (error) {
    throw new Refused(`${where} is no valid JSON: ${(error as Error).message}`)
  }
  if (feature.attributes !== undefined) {
    throw new Refused(`${where} is Esri JSON. Export the layer as GeoJSON: ogr2ogr parcels.geojson THE_FILE`)
  }
  if (feature.type !== 'Feature') {
    throw new Refused(
      `${where} is no GeoJSON Feature${typeof feature.type === 'string' ? ` but a ${feature.type}` : ''}.`,
    )
  }
  const values = typeof feature.properties === 'object' && feature.properties ? feature.properties : {}
  return { number, where, values: values as Record<string, unknown>, geometry: feature.geometry ?? null }
}
