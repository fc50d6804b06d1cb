import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { answersWithSecret } from '../domain/operations.ts'

/**
 * The fields at the root of an operation, also those in fragments, each fragment once. Includes fields that a directive may
 * leave out. The document need not be valid.
 */
export function rootFieldsOf(document: DocumentNode, operation: OperationDefinitionNode): FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const fields: FieldNode[] = []
  const collect = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else {
        const fragment = fragments.get(selection.name.value)
        // Removed, so that a cycle ends.
        fragments.delete(selection.name.value)
        if (fragment) collect(fragment.selectionSet)
      }
    }
  }
  collect(operation.selectionSet)
  return fields
}

const rootTypes = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

/** Whether the answer of an operation contains a secret, wherever in the document its field is. */
export function selectsSecret(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const type = rootTypes[operation.operation]
  return rootFieldsOf(document, operation).some(({ name }) => answersWithSecret(`${type}.${name.value}`))
}
