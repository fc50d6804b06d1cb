import { Kind, getOperationAST, type DocumentNode } from 'graphql'
import { publicMutations } from '../domain/operations.ts'
import { parseWithLimits } from './limits.ts'

const publicFieldNames = new Set([...publicMutations, '__typename'])

/** Whether the body of a GraphQL request contains only public mutations. */
export function isPublicRequest(body: unknown): boolean {
  const { query, operationName } = (body ?? {}) as { query?: unknown; operationName?: unknown }
  // Avoid parsing most requests twice.
  if (typeof query !== 'string' || ![...publicMutations].some((name) => query.includes(name))) return false
  const selected = findOperation(query, operationName)?.selectionSet.selections ?? []
  return selected.length > 0 && selected.every((one) => one.kind === Kind.FIELD && publicFieldNames.has(one.name.value))
}

function findOperation(query: string, name: unknown) {
  let document: DocumentNode
  try {
    document = parseWithLimits(query)
  } catch {
    // Syntax errors are reported when the request is executed.
    return null
  }
  return getOperationAST(document, typeof name === 'string' ? name : null)
}
