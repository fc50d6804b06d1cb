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

/** A REST answer with the names that GraphQL has, without what REST alone has and what differs each time. */
export function toGraphqlNames(body: Json, row: RouteCase): unknown {
  const { see, names = {}, restAlone = [], varying = [] } = row
  const seen = see ? see(body) : 'total' in body ? body : (body['data'] ?? body)
  return renameKeys(seen, names, new Set([...restAlone, ...varying]))
}

function renameKeys(value: unknown, names: Record<string, string>, dropped: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renameKeys(one, names, dropped))
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
 * Asks the twin for exactly the fields of `seen`, and answers both in the same words with how many fields were compared.
 * A field that GraphQL does not have makes it refuse the question, which fails the test by name.
 */
export async function executeGraphqlOperation(
  schema: GraphQLSchema,
  twin: string,
  seen: unknown,
  variables: object,
  ask: Execute,
) {
  const [typeName, fieldName] = twin.split('.') as [string, string]
  const field = (schema.getType(typeName) as GraphQLObjectType).getFields()[fieldName]!
  const wanted = shapeFor(field, seen)
  const counted = { fields: 0 }
  const selection = selectionOf(field.type, wanted, counted)
  const used = field.args.filter(({ name }) => name in variables)
  const declared = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ')
  const query = `${typeName.toLowerCase()} ${declared && `(${declared})`} { answer: ${fieldName}${passed && `(${passed})`} ${selection} }`
  const { data, errors } = await ask(query, variables)
  if (errors) throw new Error(`${query}\n${JSON.stringify(errors)}`)
  return { seen: wanted, answer: toRestValues(field.type, data.answer, wanted), fields: counted.fields }
}

/** A REST list as the connection, or the plain list, that GraphQL answers. */
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
  // Rows of one list may leave fields out that others have.
  const rows = [value].flat().filter((one) => typeof one === 'object' && one !== null) as Json[]
  const names = [...new Set(rows.flatMap((one) => Object.keys(one)))]
  // Of a thing whose fields all vary it is compared that it is there.
  if (names.length === 0) return '{ __typename }'
  const fields = names.map((name) => {
    const field = named.getFields()[name]
    if (!field) throw new Error(`GraphQL's ${named.name} has no ${name}`)
    const inner = rows.map((one) => one[name] as unknown).filter((one) => one !== null && one !== undefined)
    return `${name} ${selectionOf(field.type, inner.flat(), counted)}`
  })
  return `{ ${fields.join(' ')} }`
}

/** An answer of GraphQL with enums as REST writes them. What REST leaves out where it is null is left out too. */
function toRestValues(type: GraphQLOutputType, value: unknown, wanted: unknown): unknown {
  const nullableType = getNullableType(type)
  if (value === null || value === undefined) return value
  if (isListType(nullableType))
    return (value as unknown[]).map((one, at) =>
      toRestValues(nullableType.ofType as GraphQLOutputType, one, (wanted as unknown[])[at]),
    )
  if (isEnumType(nullableType)) return (value as string).toLowerCase()
  if (!isObjectType(nullableType)) return value
  return Object.fromEntries(
    Object.entries(value as Json).flatMap(([name, inner]) => {
      const given = (wanted as Json | null | undefined)?.[name] as unknown
      if (name === '__typename' || (inner === null && given === undefined)) return []
      return [[name, toRestValues(nullableType.getFields()[name]!.type, inner, given)]]
    }),
  )
}
