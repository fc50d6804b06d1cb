import { fieldLabels } from '../gql/fields.ts'

/** The name of a field of a property or a lead within a sentence: 'owner phone'. */
export function fieldWords(field: string): string {
  return ((fieldLabels as Record<string, string>)[field] ?? field.replaceAll('_', ' ')).toLowerCase()
}
