import { Kind, getOperationAST, type DocumentNode } from 'graphql'
import { parseWithLimits } from './limits.ts'

/** What anybody may do, whoever they are or say they are. */
export const publicMutations = ['login', 'register']
const publicFieldNames = new Set([...publicMutations, '__typename'])

/** Whether the body of a GraphQL request asks only for what anybody may do: sign in and register. */
export function isPublicRequest(body: unknown): boolean {
  const { query, operationName } = (body ?? {}) as { query?: unknown; operationName?: unknown }
  // Most requests are none of these, and are not read twice for it.
  if (typeof query !== 'string' || !/\b(login|register)\b/.test(query)) return false
  const selected = findOperation(query, operationName)?.selectionSet.selections ?? []
  return selected.length > 0 && selected.every((one) => one.kind === Kind.FIELD && publicFieldNames.has(one.name.value))
}

function findOperation(query: string, name: unknown) {
  let document: DocumentNode
  try {
    document = parseWithLimits(query)
  } catch {
    // What is wrong with it is said where it is answered.
    return null
  }
  return getOperationAST(document, typeof name === 'string' ? name : null)
}
