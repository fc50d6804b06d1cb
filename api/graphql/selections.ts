import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/** The names of the fields that the query selects of the objects at this path below the current field: `['edges', 'node']`. */
export function selectedFields(info: GraphQLResolveInfo, path: readonly string[]): Set<string> {
  const nodes = path.reduce<readonly FieldNode[]>(
    (parents, name) => childrenOf(info, parents).filter((child) => child.name.value === name),
    info.fieldNodes,
  )
  return new Set(childrenOf(info, nodes).map(({ name }) => name.value))
}

function childrenOf(info: GraphQLResolveInfo, parents: readonly FieldNode[]): FieldNode[] {
  return parents.flatMap(({ selectionSet }) => (selectionSet ? fieldsOf(info, selectionSet) : []))
}

function fieldsOf(info: GraphQLResolveInfo, { selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one]
    const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : info.fragments[one.name.value]
    return fragment ? fieldsOf(info, fragment.selectionSet) : []
  })
}

/** The columns that the selected fields need: those with the name of a field, and those listed for it in `needs`. */
export function columnsFor<Column extends string>(
  fields: Set<string>,
  columns: readonly Column[],
  needs: Record<string, readonly Column[]>,
): Column[] {
  return [...columns.filter((column) => fields.has(column)), ...[...fields].flatMap((field) => needs[field] ?? [])]
}
