import type { ExportListMutationVariables } from '../../gql/graphql.ts'

/** What is exported: the rows of a list that match a filter, or everything of the tenant. */
export type ExportRequest =
  | (Omit<ExportListMutationVariables, 'bom'> & {
      /** The number of rows that the list shows. */
      total?: number
    })
  | 'everything'
