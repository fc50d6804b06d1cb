import { distance } from 'fastest-levenshtein'
import { importColumns } from '../../gql/importFields.ts'

export type ImportList = keyof typeof importColumns
export const importLists = Object.keys(importColumns) as ImportList[]

/** A field that a column can fill: its name in REST, its label, and other names that files have for it. */
export interface ImportField {
  name: string
  label: string
  synonyms?: readonly string[]
}

/** The fields of each list, as the server knows them. */
export const importFields: Record<ImportList, readonly ImportField[]> = importColumns

/** A name for the data set of a file of parcels: 'West side.csv' gives 'West-side'. */
export const datasetNameOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 63)

/** 'SITE_ADDR' and 'Site addr' are one heading. */
export const normalizeHeading = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The field that each heading probably means, besides those that are `known`: the same name, else another name for it, else a name with one typing error. */
export function guessMapping(
  list: ImportList,
  headings: readonly string[],
  known: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const fields = importFields[list]
  const mapping = { ...known }
  const matchers: ((field: ImportField, heading: string) => boolean)[] = [
    ({ name, label }, heading) => normalizeHeading(name) === heading || normalizeHeading(label) === heading,
    ({ synonyms = [] }, heading) => synonyms.some((synonym) => normalizeHeading(synonym) === heading),
    ({ name }, heading) =>
      heading.length > 4 && heading.length <= name.length + 1 && distance(normalizeHeading(name), heading) === 1,
  ]
  for (const matches of matchers)
    for (const heading of headings) {
      if (heading === '' || Object.values(mapping).includes(heading)) continue
      // An exported lead has the fields of its house as `property.address`.
      const name = normalizeHeading(heading.replace(/^property\./, ''))
      const field = fields.find((candidate) => !(candidate.name in mapping) && matches(candidate, name))
      if (field) mapping[field.name] = heading
    }
  return mapping
}
