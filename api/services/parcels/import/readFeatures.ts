import { Refused } from '../../../domain/errors.ts'
import { isTooDeep } from '../../../domain/storable.ts'
import type { FileContent } from '../../csv/textEncoding.ts'
import { FeatureSplitter, type FeatureText } from './featureSplitter.ts'
import { formRemedies, type Remedies } from './remedies.ts'

/** A parcel record of the file. */
export interface SourceRecord {
  number: number
  /** Why it cannot be imported; null if its values can be read. */
  problem: string | null
  /** For messages: 'Feature 812 (line 813)', 'Line 812'. */
  location: string
  values: Record<string, unknown>
  /** GeoJSON before validation; undefined in a table. */
  geometry: unknown
}

/** Reads the features of a GeoJSON file, one batch per chunk of the file. */
export async function* readFeatures(
  input: FileContent,
  remedies: Remedies = formRemedies,
): AsyncGenerator<SourceRecord[]> {
  const splitter = new FeatureSplitter()
  for await (const chunk of input)
    yield splitter
      .push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      .map((feature) => toSourceRecord(feature, remedies))
  splitter.end()
}

function toSourceRecord({ number, line, text }: FeatureText, remedies: Remedies): SourceRecord {
  const location = `Feature ${number} (line ${line})`
  let feature: { type?: unknown; properties?: unknown; geometry?: unknown; attributes?: unknown; error?: unknown }
  try {
    feature = parseJson(text)
  } catch (error) {
    const problem = `${location} is not valid JSON: ${(error as Error).message}`
    return { number, location, values: {}, geometry: null, problem }
  }
  if (feature.error !== undefined && feature.type === undefined) {
    throw new Refused(`${location} is an error of the server, not GeoJSON. Download the file again.`)
  }
  if (feature.attributes !== undefined) {
    throw new Refused(`${location} is Esri JSON. ${remedies.toGeoJson}`)
  }
  if (feature.type !== 'Feature') {
    throw new Refused(
      `${location} is not a GeoJSON Feature${typeof feature.type === 'string' ? ` but a ${feature.type}` : ''}.`,
    )
  }
  const values = typeof feature.properties === 'object' && feature.properties ? feature.properties : {}
  if (isTooDeep(values))
    return {
      number,
      location,
      values: {},
      geometry: null,
      problem: `${location} has properties that are nested too deeply.`,
    }
  return {
    number,
    location,
    values: values as Record<string, unknown>,
    geometry: feature.geometry ?? null,
    problem: null,
  }
}

/** Parses JSON in which numbers may be NaN or infinite, as Python writes them: they are null. Throws `SyntaxError`. */
function parseJson(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch (error) {
    const valid = replaceNonFinite(text)
    if (valid === text) throw error
    return JSON.parse(valid) as object
  }
}

/** The text with null for each NaN and Infinity outside of strings. */
export function replaceNonFinite(text: string): string {
  const nonFinite = /-?(?:nan|inf(?:inity)?)(?![a-z0-9_])/iy
  const parts: string[] = []
  let copied = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (isInString) {
      if (character === '\\') i++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if ('-nNiI'.includes(character)) {
      nonFinite.lastIndex = i
      if (!nonFinite.test(text)) continue
      parts.push(text.slice(copied, i), 'null')
      copied = nonFinite.lastIndex
      i = copied - 1
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied)
}
