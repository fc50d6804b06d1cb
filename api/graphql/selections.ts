import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/** Whether the query selects the field at this path below the current field: `['edges', 'node', 'leads']`. */
export function selectsPath(info: GraphQLResolveInfo, path: readonly string[]): boolean {
  return nodesReach(info, info.fieldNodes, path)
}

function nodesReach(
  info: GraphQLResolveInfo,
  nodes: readonly FieldNode[],
  [name, ...deeper]: readonly string[],
): boolean {
  if (name === undefined) return nodes.length > 0
  const children = nodes.flatMap(({ selectionSet }) => (selectionSet ? fieldsNamed(info, selectionSet, name) : []))
  return nodesReach(info, children, deeper)
}

function fieldsNamed(info: GraphQLResolveInfo, { selections }: SelectionSetNode, name: string): FieldNode[] {
  return selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return one.name.value === name ? [one] : []
    const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : info.fragments[one.name.value]
    return fragment ? fieldsNamed(info, fragment.selectionSet, name) : []
  })
}
