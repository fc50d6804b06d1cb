import { importPresets } from '../../gql/importFields.ts'
import { guessMapping, normalizeHeading, type ImportList } from './importFields.ts'

/** How the files of another product are imported, as the server knows it. */
export interface ImportPreset {
  id: string
  name: string
  signature: readonly string[]
  columns: Readonly<Record<string, readonly string[]>>
}

const presets: readonly ImportPreset[] = importPresets

/** The product whose file of properties this is, by its headings; null for any other file. */
export function findPreset(list: ImportList, headings: readonly string[]): ImportPreset | null {
  if (list !== 'properties') return null
  const known = new Set(headings.map(normalizeHeading))
  return presets.find(({ signature }) => signature.every((heading) => known.has(normalizeHeading(heading)))) ?? null
}

/** The heading for each field: as the product has it, and for the others by its usual names. */
export function mapColumns(
  list: ImportList,
  headings: readonly string[],
  preset: ImportPreset | null,
): Record<string, string> {
  const byName = new Map(headings.map((heading) => [normalizeHeading(heading), heading]))
  const ofPreset = Object.entries(preset?.columns ?? {}).flatMap(([field, names]) => {
    const heading = names.map((name) => byName.get(normalizeHeading(name))).find(Boolean)
    return heading ? [[field, heading]] : []
  })
  return guessMapping(list, headings, Object.fromEntries(ofPreset) as Record<string, string>)
}
