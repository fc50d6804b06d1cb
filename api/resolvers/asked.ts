import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/** Whether the query asks for the field at this path below the one that is resolved: `['edges', 'node', 'leads']`. */
export function asksFor(info: GraphQLResolveInfo, path: readonly string[]): boolean {
  return reaches(info, info.fieldNodes, path)
}

function reaches(info: GraphQLResolveInfo, nodes: readonly FieldNode[], [name, ...deeper]: readonly string[]): boolean {
  if (name === undefined) return nodes.length > 0
  const below = nodes.flatMap(({ selectionSet }) => (selectionSet ? fieldsOf(info, selectionSet, name) : []))
  return reaches(info, below, deeper)
}

function fieldsOf(info: GraphQLResolveInfo, { selections }: SelectionSetNode, name: string): FieldNode[] {
  return selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return one.name.value === name ? [one] : []
    const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : info.fragments[one.name.value]
    return fragment ? fieldsOf(info, fragment.selectionSet, name) : []
  })
}
