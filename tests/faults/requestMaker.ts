import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import type { OpenApiDocument, Operation, Schema } from '../../api/rest/openapiDocument.ts'
import type { Choices } from './choices.ts'

/** What values are made of. */
export interface ValueSource {
  choices: Choices
  /** An id for an argument, field or parameter of this name, in a call of this operation. */
  id(name: string, operation: string): string
  /** A text that is not an id. */
  text(name: string): string
  /** A value of any type in place of a valid one, or null to use a valid one. */
  junk(): { value: unknown } | null
}

/** A source whose ids are for one operation. */
type ScopedSource = Omit<ValueSource, 'id'> & { id(name: string): string }

const maxDepth = 4
const isIdName = (name: string) => /(^|_)ids?$|Ids?$|^(assigned_to|assignedTo|dependsOn)$/.test(name)

/** The method, path and body of a call of a documented route. */
export function makeRestRequest(
  document: OpenApiDocument,
  { method, path, operation }: { method: string; path: string; operation: Operation },
  source: ValueSource,
): { method: string; path: string; contentType?: string; body?: string } {
  const { choices } = source
  const scoped = { ...source, id: (name: string) => source.id(name, path) }
  const query = new URLSearchParams()
  let filled = path
  for (const item of operation.parameters ?? []) {
    const parameter = '$ref' in item ? document.components.parameters[item.$ref.split('/').at(-1)!]! : item
    const text = () => asText(jsonValue(document, parameter.schema, parameter.name, scoped))
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text() || 'x'))
    else if (parameter.in === 'query' && (parameter.required || choices.oneIn(3))) query.append(parameter.name, text())
  }
  const content = operation.requestBody?.content ?? {}
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const json = content['application/json']
  return {
    method,
    path: `/api${filled}${search}`,
    ...(json
      ? { contentType: 'application/json', body: JSON.stringify(jsonValue(document, json.schema, '', scoped)) }
      : {}),
    ...(content['multipart/form-data'] ? multipart(source) : {}),
  }
}

function multipart({ choices }: ValueSource): { contentType: string; body: string } {
  const part = (name: string, text: string) =>
    `--sample\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  const file = `--sample\r\nContent-Disposition: form-data; name="file"; filename="a.${choices.oneOf(['docx', 'jpg', 'exe'])}"\r\n\r\n${choices.oneOf(['PK\x03\x04', '\xff\xd8\xff\xe0', ''])}${choices.text()}\r\n`
  const body = `${part('tag', choices.oneOf(['storm', 'flyer', '']))}${file}--sample--\r\n`
  return { contentType: 'multipart/form-data; boundary=sample', body: choices.oneIn(4) ? body.slice(0, -12) : body }
}

/** `encodeURIComponent` and `URLSearchParams` refuse lone surrogates. */
function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}

function jsonValue(document: OpenApiDocument, schema: Schema, name: string, source: ScopedSource, depth = 0): unknown {
  const { choices } = source
  const junk = source.junk()
  if (junk) return junk.value
  if (schema.$ref)
    return jsonValue(document, document.components.schemas[schema.$ref.split('/').at(-1)!]!, name, source, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return choices.oneOf(schema.enum)
  if (schema.anyOf) return jsonValue(document, choices.oneOf(schema.anyOf), name, source, depth)
  const type = Array.isArray(schema.type) ? choices.oneOf(schema.type) : schema.type
  if (type === 'array' || type === 'object') {
    if (depth > maxDepth) return null
    if (type === 'array')
      return Array.from({ length: choices.int(0, 3) }, () =>
        jsonValue(document, schema.items ?? {}, name, source, depth + 1),
      )
    const entries = Object.entries(schema.properties ?? {})
      .filter(([key]) => schema.required?.includes(key) || choices.oneIn(2))
      .map(([key, inner]) => [key, jsonValue(document, inner, key, source, depth + 1)])
    return Object.fromEntries(entries)
  }
  if (type === 'boolean') return choices.oneIn(2)
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return numberFor(name, choices)
  if (schema.format === 'uuid' || isIdName(name)) return source.id(name)
  if (schema.format?.startsWith('date')) return dateFor(choices)
  return source.text(name)
}

function numberFor(name: string, choices: Choices): number {
  if (/lat|south|north/.test(name)) return 39.77 + choices.int(-50, 50) / 1_000
  if (/lng|lon|west|east/.test(name)) return -86.16 + choices.int(-50, 50) / 1_000
  if (name === 'z' || name === 'zoom') return choices.int(0, 22)
  return choices.oneOf([0, 1, 2, 7, 30, 100, choices.int(-5, 2_000)])
}

function dateFor(choices: Choices): string {
  const at = new Date(Date.now() - choices.int(-1_000, 10_000) * 60_000).toISOString()
  return choices.oneIn(3) ? at.slice(0, 10) : at
}

/** A document with one operation on this field, and its variables. */
export function makeGraphqlRequest(
  operation: 'query' | 'mutation' | 'subscription',
  field: GraphQLField<unknown, unknown>,
  source: ValueSource,
): { query: string; variables: Record<string, unknown> } {
  const scoped = { ...source, id: (name: string) => source.id(name, field.name) }
  const declared: string[] = []
  const variables: Record<string, unknown> = {}
  const call = ({ name, args }: GraphQLField<unknown, unknown>): string => {
    const passed = args
      .filter(
        ({ type, defaultValue }) => (isNonNullType(type) && defaultValue === undefined) || source.choices.oneIn(2),
      )
      .map((arg) => {
        const variable = `v${declared.length}`
        declared.push(`$${variable}: ${String(arg.type)}`)
        variables[variable] = graphqlValue(arg.type, arg.name, scoped)
        return `${arg.name}: $${variable}`
      })
    return passed.length > 0 ? `${name}(${passed.join(', ')})` : name
  }
  const select = (type: GraphQLOutputType, depth: number): string => {
    const named = getNamedType(type)
    if (isUnionType(named)) return '{ __typename }'
    if (!isObjectType(named)) return ''
    const fields = selectedFields(named, depth, source.choices)
    return `{ ${fields.map((inner) => `${call(inner)} ${select(inner.type, depth + 1)}`).join(' ') || '__typename'} }`
  }
  const selection = `${call(field)} ${select(field.type, 0)}`
  return { query: `${operation} ${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${selection} }`, variables }
}

function selectedFields(type: GraphQLObjectType, depth: number, choices: Choices): GraphQLField<unknown, unknown>[] {
  return Object.values(type.getFields()).filter(({ type: inner }) => {
    const isLeaf = !isObjectType(getNamedType(inner)) && !isUnionType(getNamedType(inner))
    return isLeaf ? choices.oneIn(2) : depth < 3 && choices.oneIn(depth + 1)
  })
}

function graphqlValue(type: GraphQLInputType, name: string, source: ScopedSource, depth = 0): unknown {
  const { choices } = source
  const junk = source.junk()
  if (junk) return junk.value
  if (isNonNullType(type)) return graphqlValue(type.ofType, name, source, depth)
  if (isListType(type))
    return Array.from({ length: choices.int(0, 3) }, () => graphqlValue(type.ofType, name, source, depth + 1))
  if (isEnumType(type)) return choices.oneOf(type.getValues()).name
  if (isInputObjectType(type)) {
    if (depth > maxDepth) return {}
    const fields = Object.values(type.getFields()).filter(({ type: inner }) => isNonNullType(inner) || choices.oneIn(3))
    return Object.fromEntries(
      fields.map((inner) => [inner.name, graphqlValue(inner.type, inner.name, source, depth + 1)]),
    )
  }
  if (type.name === 'Boolean') return choices.oneIn(2)
  if (type.name === 'Int') return Math.trunc(numberFor(name, choices))
  if (type.name === 'Float') return numberFor(name, choices)
  if (type.name === 'ID' || isIdName(name)) return source.id(name)
  if (type.name.startsWith('DateTime')) return dateFor(choices)
  if (type.name === 'JSON') return { note: source.text(name) }
  return source.text(name)
}
