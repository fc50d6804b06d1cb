import type { DocumentNode } from 'graphql'

/** Options of a mutation that ends when these queries were answered again. */
export const refetching = (...queries: DocumentNode[]) => ({ refetchQueries: queries, awaitRefetchQueries: true })
