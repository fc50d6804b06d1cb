import {
  BREAK,
  Kind,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  valueFromAST,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { clampLimit, defaultLimit } from '../domain/paging.ts'

/** Assumed number of items of a list without a page size. */
const assumedListLength = 100
/** The same for lists of scalars, such as tags. */
const assumedScalars = 10
/** Lists without a page size that are shorter. */
const listLengths: Record<string, number> = {
  'Property.outline': 10,
  'Parcel.outline': 10,
  'LocateResult.outline': 10,
  'LocateResult.candidates': 5,
  'ImportRow.candidates': 5,
  'Property.unitsHere': 10,
  'Property.replacedOwners': 10,
  'AddressMixUps.mixUps': 20,
  'DoorsForToday.doors': 40,
  'Territory.assignments': 10,
  'TerritoryPreview.changes': 10,
  'Pass.territories': 10,
  'PassReport.territories': 10,
  'PassReport.figures': 10,
  'Receipt.sections': 2,
  'ReceiptSection.lines': 50,
  'PropertyMap.neighborhoods': 50,
}

/** Cost of fields that need an extra lookup for each parent, relative to a plain field; based on measurements. */
const fieldCosts: Record<string, number> = {
  'Property.outline': 100,
  'Property.history': 50,
  'PropertyMap.neighborhoods': 100,
  'Property.unitsHere': 10,
  'Property.replacedOwners': 10,
  'Lead.history': 50,
  'Query.territoryAround': 500,
  'Query.territorySplit': 500,
}

export interface QueryMeasures {
  /** Depth of nested fields, including fragments. */
  depth: number
  /**
   * Maximum number of fields in the result: each field counts once for each item of the enclosing lists, based on the
   * requested page size, otherwise on the default one. Fields in `fieldCosts` count more.
   */
  cost: number
}

/** The values of variables as graphql-js coerces them, including the defaults. */
export type VariableValues = Readonly<Record<string, unknown>>

/**
 * Returns a function that measures operations of the document with these variables. Each fragment is measured once and
 * cached; otherwise fragments that repeatedly spread one another would take exponential time.
 */
export function makeMeasurer(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: VariableValues = {},
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
    // A standard validation rule reports fragment cycles; here a cycle counts as empty.
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
      // Introspection fields are deep and long; a rule of graphql-js limits them.
      if (selection.name.value.startsWith('__')) return { depth: 1, cost: 1 }
      const field = isObjectType(parent) ? parent.getFields()[selection.name.value] : undefined
      const children = selection.selectionSet
        ? measureSelectionSet(selection.selectionSet, field && getNamedType(field.type))
        : emptyMeasures
      const path = `${parent?.name}.${selection.name.value}`
      const ownCost = fieldCosts[path] ?? 1
      const items = listLengths[path] ?? maxItems(selection, field, variables)
      return { depth: 1 + children.depth, cost: ownCost + children.cost * items }
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

/** Whether the document passes a variable as a page size, so that its cost depends on the variables. */
export function hasVariablePageSize(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Argument({ name, value }) {
      if (name.value !== 'first' || value.kind !== Kind.VARIABLE) return undefined
      found = true
      return BREAK
    },
  })
  return found
}

/**
 * Maximum number of items of a field: the page size of a connection, the assumed length of a list, otherwise 1. A variable
 * without a value counts as if the argument were omitted, which has the default page size.
 */
function maxItems(
  node: FieldNode,
  field: GraphQLField<unknown, unknown> | undefined,
  variables: VariableValues,
): number {
  const argument = field?.args.find(({ name }) => name === 'first')
  if (argument) {
    const value = node.arguments?.find(({ name }) => name.value === 'first')?.value
    const pageSize = (value && valueFromAST(value, argument.type, variables)) ?? argument.defaultValue
    return typeof pageSize === 'number' ? clampLimit(pageSize) : defaultLimit
  }
  const type = field && getNullableType(field.type)
  // Edges are already counted with their connection.
  if (!isListType(type) || node.name.value === 'edges') return 1
  return isLeafType(getNamedType(type)) ? assumedScalars : assumedListLength
}
