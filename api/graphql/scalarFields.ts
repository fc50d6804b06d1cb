import {
  getNamedType,
  isLeafType,
  isListType,
  getNullableType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isObjectType,
} from 'graphql'

/**
 * The scalar fields that the object type of the current field has of `record`, as a response would have them. Fields that a
 * resolver computes are not in the record, and are left out.
 */
export function scalarFieldsOf({ returnType }: GraphQLResolveInfo, record: object): Record<string, unknown> {
  const type = getNamedType(returnType)
  if (!isObjectType(type)) return {}
  const values = record as Record<string, unknown>
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter(({ name, type: fieldType }) => name in values && isLeafType(getNamedType(fieldType)))
      .map(({ name, type: fieldType }) => [name, serialize(fieldType, values[name])]),
  )
}

function serialize(type: GraphQLOutputType, value: unknown): unknown {
  if (value === null || value === undefined) return null
  const nullable = getNullableType(type)
  if (isListType(nullable)) return (value as unknown[]).map((item) => serialize(nullable.ofType, item))
  return isLeafType(nullable) ? nullable.serialize(value) : null
}
