import { ImportRowListDocument } from '../../gql/graphql.ts'
import { definePages } from '../../lists/defineList.ts'

/** The rows of an import with one outcome. */
export const importRowPages = definePages({
  document: ImportRowListDocument,
  connectionOf: ({ importRows }) => importRows,
  keyOf: ({ row }) => String(row),
  failed: 'Failed to fetch the rows',
})
