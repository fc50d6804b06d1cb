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
import { clampLimit, defaultLimit, maximumLimit } from '../domain/paging.ts'

/** A list without a page size of its own, such as the leads of one house, is taken to be this long. */
const usualLength = 10

/** Fields that cost as much as so many others, as measured: each looks something up that is not in the row of its house. */
const dear: Record<string, number> = { 'Property.outline': 100, 'Property.history': 50 }

export interface Measures {
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
export function measurer(schema: GraphQLSchema, document: DocumentNode): (node: OperationDefinitionNode) => Measures {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
  const measured = new Map<string, Measures>()

  function ofFragment(fragment: FragmentDefinitionNode): Measures {
    const name = fragment.name.value
    const known = measured.get(name)
    if (known) return known
    // A cycle is another rule's to report; here it adds nothing.
    measured.set(name, nothing)
    const found = ofSet(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value))
    measured.set(name, found)
    return found
  }

  function ofSet(set: SelectionSetNode, parent: GraphQLNamedType | undefined): Measures {
    let { depth, cost } = nothing
    for (const selection of set.selections) {
      const one = ofSelection(selection, parent)
      depth = Math.max(depth, one.depth)
      cost += one.cost
    }
    return { depth, cost }
  }

  function ofSelection(
    selection: SelectionSetNode['selections'][number],
    parent: GraphQLNamedType | undefined,
  ): Measures {
    if (selection.kind === Kind.FIELD) {
      // What tools ask to learn the schema is deep and long, and bounded by graphql's own rule.
      if (selection.name.value.startsWith('__')) return { depth: 1, cost: 1 }
      const field = isObjectType(parent) ? parent.getFields()[selection.name.value] : undefined
      const below = selection.selectionSet ? ofSet(selection.selectionSet, field && getNamedType(field.type)) : nothing
      const own = (parent && dear[`${parent.name}.${selection.name.value}`]) ?? 1
      return { depth: 1 + below.depth, cost: own + below.cost * lengthOf(selection, field) }
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const narrowed = selection.typeCondition && schema.getType(selection.typeCondition.name.value)
      return ofSet(selection.selectionSet, narrowed ?? parent)
    }
    const fragment = fragments.get(selection.name.value)
    return fragment ? ofFragment(fragment) : nothing
  }

  return ({ operation, selectionSet }) => ofSet(selectionSet, schema.getRootType(operation) ?? undefined)
}

const nothing: Measures = { depth: 0, cost: 0 }

/** How many items a field may give: the page size of a connection, the usual length of a list, else one. */
function lengthOf(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined): number {
  if (field?.args.some(({ name }) => name === 'first')) {
    const given = node.arguments?.find(({ name }) => name.value === 'first')?.value
    if (!given || given.kind === Kind.NULL) return defaultLimit
    return given.kind === Kind.INT ? clampLimit(Number(given.value)) : maximumLimit
  }
  const type = field && (isNonNullType(field.type) ? field.type.ofType : field.type)
  // The edges of a page were counted with the page.
  return isListType(type) && node.name.value !== 'edges' ? usualLength : 1
}
