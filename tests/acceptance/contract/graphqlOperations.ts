import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import type { Json } from '../../support/client.ts'
import type { RouteCase } from './routeCases.ts'

/** A REST response with GraphQL's field names, without fields that only REST has and fields that vary. */
export function toGraphqlNames(body: Json, row: RouteCase): unknown {
  const { toGraphql, names = {}, restOnly = [], varying = [] } = row
  const seen = toGraphql ? toGraphql(body) : 'total' in body ? body : (body['data'] ?? body)
  return renameKeys(seen, names, new Set([...restOnly, ...varying]))
}

function renameKeys(value: unknown, names: Record<string, string>, dropped: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, names, dropped))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      dropped.has(key) ? [] : [[names[key] ?? toCamelCase(key), renameKeys(inner, names, dropped)]],
    ),
  )
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

type Execute = (query: string, variables: object) => Promise<Json>

/**
 * Requests exactly the fields of `seen` from the GraphQL operation. Returns both results in the same form, and how many
 * fields were compared. GraphQL rejects a field that it does not have, which fails the test by name.
 */
export async function executeGraphqlOperation(
  schema: GraphQLSchema,
  operation: string,
  seen: unknown,
  variables: object,
  ask: Execute,
) {
  const [typeName, fieldName] = operation.split('.') as [string, string]
  const field = (schema.getType(typeName) as GraphQLObjectType).getFields()[fieldName]!
  const expected = shapeFor(field, seen)
  const counted = { fields: 0 }
  const selection = selectionOf(field.type, expected, counted)
  const used = field.args.filter(({ name }) => name in variables)
  const declared = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ')
  const query = `${typeName.toLowerCase()} ${declared && `(${declared})`} { answer: ${fieldName}${passed && `(${passed})`} ${selection} }`
  const { data, errors } = await ask(query, variables)
  if (errors) throw new Error(`${query}\n${JSON.stringify(errors)}`)
  return { seen: expected, answer: toRestValues(field.type, data.answer, expected), fields: counted.fields }
}

/** Converts a REST list to the connection or plain list that GraphQL returns. */
function shapeFor(field: GraphQLField<unknown, unknown>, seen: unknown): unknown {
  const type = getNamedType(field.type)
  if (typeof seen !== 'object' || seen === null || !('total' in seen) || !('data' in seen)) return seen
  if (isObjectType(type) && 'edges' in type.getFields())
    return { edges: (seen.data as unknown[]).map((node) => ({ node })), totalCount: seen.total }
  return seen.data
}

function selectionOf(type: GraphQLOutputType, value: unknown, counted: { fields: number }): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) {
    counted.fields += 1
    return ''
  }
  // Rows of one list may omit fields that others have.
  const rows = [value].flat().filter((item) => typeof item === 'object' && item !== null) as Json[]
  const names = [...new Set(rows.flatMap((item) => Object.keys(item)))]
  // When all fields vary, only compare that the object exists.
  if (names.length === 0) return '{ __typename }'
  const fields = names.map((name) => {
    const field = named.getFields()[name]
    if (!field) throw new Error(`GraphQL's ${named.name} has no ${name}`)
    const inner = rows.map((item) => item[name] as unknown).filter((item) => item !== null && item !== undefined)
    return `${name} ${selectionOf(field.type, inner.flat(), counted)}`
  })
  return `{ ${fields.join(' ')} }`
}

/** Converts a GraphQL result to REST's enum values, and omits nulls that REST omits. */
function toRestValues(type: GraphQLOutputType, value: unknown, expected: unknown): unknown {
  const nullableType = getNullableType(type)
  if (value === null || value === undefined) return value
  if (isListType(nullableType))
    return (value as unknown[]).map((item, at) =>
      toRestValues(nullableType.ofType as GraphQLOutputType, item, (expected as unknown[])[at]),
    )
  if (isEnumType(nullableType)) return (value as string).toLowerCase()
  if (!isObjectType(nullableType)) return value
  return Object.fromEntries(
    Object.entries(value as Json).flatMap(([name, inner]) => {
      const given = (expected as Json | null | undefined)?.[name] as unknown
      if (name === '__typename' || (inner === null && given === undefined)) return []
      return [[name, toRestValues(nullableType.getFields()[name]!.type, inner, given)]]
    }),
  )
}

/** The value with each text replaced by its type, to compare secrets. */
export function withoutTexts(value: unknown): unknown {
  if (typeof value === 'string') return 'text'
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTexts(inner)]))
}
