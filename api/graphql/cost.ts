import {
  Kind,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { clampLimit, defaultLimit, maxLimit } from '../domain/paging.ts'

/** A list without a page size of its own, such as the leads of one house, is taken to be this long. */
const assumedListLength = 10

/** Fields that cost as much as so many others, as measured: each looks something up that is not in the row of its house. */
const fieldCosts: Record<string, number> = { 'Property.outline': 100, 'Property.history': 50 }

export interface QueryMeasures {
  /** Levels of fields, fragments followed. */
  depth: number
  /**
   * Fields that may be asked for: each counts once for every item of the lists around it, by the page size that is
   * asked for. One that comes as a variable counts as the largest. A dear one counts for more.
   */
  cost: number
}

/**
 * Measures operations of one document. Each fragment is measured once, however often it is spread: fragments that
 * spread one another twice over would otherwise take longer to measure than to refuse.
 */
export function makeMeasurer(
  schema: GraphQLSchema,
  document: DocumentNode,
): (node: OperationDefinitionNode) => QueryMeasures {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
  const fragmentMeasures = new Map<string, QueryMeasures>()

  function measureFragment(fragment: FragmentDefinitionNode): QueryMeasures {
    const name = fragment.name.value
    const cached = fragmentMeasures.get(name)
    if (cached) return cached
    // A cycle is another rule's to report; here it adds nothing.
    fragmentMeasures.set(name, emptyMeasures)
    const measures = measureSelectionSet(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value))
    fragmentMeasures.set(name, measures)
    return measures
  }

  function measureSelectionSet(set: SelectionSetNode, parent: GraphQLNamedType | undefined): QueryMeasures {
    let { depth, cost } = emptyMeasures
    for (const selection of set.selections) {
      const measures = measureSelection(selection, parent)
      depth = Math.max(depth, measures.depth)
      cost += measures.cost
    }
    return { depth, cost }
  }

  function measureSelection(
    selection: SelectionSetNode['selections'][number],
    parent: GraphQLNamedType | undefined,
  ): QueryMeasures {
    if (selection.kind === Kind.FIELD) {
      // What tools ask to learn the schema is deep and long, and bounded by graphql's own rule.
      if (selection.name.value.startsWith('__')) return { depth: 1, cost: 1 }
      const field = isObjectType(parent) ? parent.getFields()[selection.name.value] : undefined
      const children = selection.selectionSet
        ? measureSelectionSet(selection.selectionSet, field && getNamedType(field.type))
        : emptyMeasures
      const ownCost = (parent && fieldCosts[`${parent.name}.${selection.name.value}`]) ?? 1
      return { depth: 1 + children.depth, cost: ownCost + children.cost * maxItems(selection, field) }
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const narrowed = selection.typeCondition && schema.getType(selection.typeCondition.name.value)
      return measureSelectionSet(selection.selectionSet, narrowed ?? parent)
    }
    const fragment = fragments.get(selection.name.value)
    return fragment ? measureFragment(fragment) : emptyMeasures
  }

  return ({ operation, selectionSet }) => measureSelectionSet(selectionSet, schema.getRootType(operation) ?? undefined)
}

const emptyMeasures: QueryMeasures = { depth: 0, cost: 0 }

/** How many items a field may give: the page size of a connection, the usual length of a list, else one. */
function maxItems(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined): number {
  if (field?.args.some(({ name }) => name === 'first')) {
    const pageSize = node.arguments?.find(({ name }) => name.value === 'first')?.value
    if (!pageSize || pageSize.kind === Kind.NULL) return defaultLimit
    return pageSize.kind === Kind.INT ? clampLimit(Number(pageSize.value)) : maxLimit
  }
  const type = field && (isNonNullType(field.type) ? field.type.ofType : field.type)
  // The edges of a page were counted with the page.
  return isListType(type) && node.name.value !== 'edges' ? assumedListLength : 1
}
