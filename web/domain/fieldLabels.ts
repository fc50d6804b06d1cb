import { fieldLabels } from '../gql/fields.ts'

/** The name of a field within a sentence: 'owner phone', 'allow nearest doors'. */
export function fieldWords(field: string): string {
  return (
    (fieldLabels as Record<string, string>)[field] ?? field.replaceAll('_', ' ').replaceAll(/(?=[A-Z])/g, ' ')
  ).toLowerCase()
}

/** A label of a field as the forms write it: 'Owner Phone' for 'Owner phone'. */
export const formLabel = (label: string): string => label.replaceAll(/ [a-z]/g, (start) => start.toUpperCase())
