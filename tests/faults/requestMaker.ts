import {
  getNamedType,
  getNullableType,
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
  /** A value of any type in place of a valid one, or null to use a valid one. The path is like `input.newProperty.address`. */
  junk(path: string): { value: unknown } | null
  /** Whether an optional argument, parameter or field is sent, or a field is selected. At random, it is once in `times`. */
  includes(path: string, times: number): boolean
  /** How many items a list gets. */
  listLength(path: string): number
}

/** The parts of a source that choose at random what is sent. */
export const randomParts = (choices: Choices): Pick<ValueSource, 'includes' | 'listLength'> => ({
  includes: (_path, times) => choices.oneIn(times),
  listLength: () => choices.int(0, 3),
})

/** A source whose ids are for one operation. */
type ScopedSource = Omit<ValueSource, 'id'> & { id(name: string): string }

const maxDepth = 4
/** The argument, parameter or field itself: the last part of its path. */
const lastPart = (path: string) => path.slice(path.lastIndexOf('.') + 1)
/** The path of a selected field, such as `/leads/edges`; its arguments follow after a point. */
const fieldPath = (path: string, name: string) => `${path}/${name}`
const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
const isIdName = (name: string) => /(^|_)ids?$|Ids?$|^(assigned_to|assignedTo|dependsOn)$/.test(name)

/** The method, path and body of a call of a documented route. */
export function makeRestRequest(
  document: OpenApiDocument,
  { method, path, operation }: { method: string; path: string; operation: Operation },
  source: ValueSource,
): { method: string; path: string; contentType?: string; body?: string } {
  const scoped = { ...source, id: (name: string) => source.id(name, path) }
  const query = new URLSearchParams()
  let filled = path
  for (const item of operation.parameters ?? []) {
    const parameter = '$ref' in item ? document.components.parameters[item.$ref.split('/').at(-1)!]! : item
    const text = () => asText(jsonValue(document, parameter.schema, parameter.name, scoped))
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text() || 'x'))
    else if (parameter.in === 'query' && (parameter.required || source.includes(parameter.name, 3)))
      query.append(parameter.name, text())
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

function jsonValue(document: OpenApiDocument, schema: Schema, path: string, source: ScopedSource, depth = 0): unknown {
  const { choices } = source
  const name = lastPart(path)
  const junk = source.junk(path)
  if (junk) return junk.value
  if (schema.$ref)
    return jsonValue(document, document.components.schemas[schema.$ref.split('/').at(-1)!]!, path, source, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return choices.oneOf(schema.enum)
  if (schema.anyOf) return jsonValue(document, choices.oneOf(schema.anyOf), path, source, depth)
  const type = Array.isArray(schema.type) ? choices.oneOf(schema.type) : schema.type
  if (type === 'array' || type === 'object') {
    if (depth > maxDepth) return null
    if (type === 'array')
      return Array.from({ length: source.listLength(path) }, () =>
        jsonValue(document, schema.items ?? {}, path, source, depth + 1),
      )
    const entries = Object.entries(schema.properties ?? {})
      .filter(([key]) => schema.required?.includes(key) || source.includes(within(path, key), 2))
      .map(([key, inner]) => [key, jsonValue(document, inner, within(path, key), source, depth + 1)])
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
  const call = ({ name, args }: GraphQLField<unknown, unknown>, path: string): string => {
    const passed = args
      .filter(
        (arg) =>
          (isNonNullType(arg.type) && arg.defaultValue === undefined) || source.includes(within(path, arg.name), 2),
      )
      .map((arg) => {
        const variable = `v${declared.length}`
        // An argument with a default accepts a variable that can be null.
        declared.push(`$${variable}: ${String(arg.defaultValue === undefined ? arg.type : getNullableType(arg.type))}`)
        variables[variable] = graphqlValue(arg.type, within(path, arg.name), scoped)
        return `${arg.name}: $${variable}`
      })
    return passed.length > 0 ? `${name}(${passed.join(', ')})` : name
  }
  const select = (type: GraphQLOutputType, depth: number, path: string): string => {
    const named = getNamedType(type)
    if (isUnionType(named)) return '{ __typename }'
    if (!isObjectType(named)) return ''
    const fields = selectedFields(named, depth, path, source)
    const selections = fields.map((inner) => {
      const innerPath = fieldPath(path, inner.name)
      return `${call(inner, innerPath)} ${select(inner.type, depth + 1, innerPath)}`
    })
    return `{ ${selections.join(' ') || '__typename'} }`
  }
  const selection = `${call(field, '')} ${select(field.type, 0, '')}`
  return { query: `${operation} ${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${selection} }`, variables }
}

function selectedFields(
  type: GraphQLObjectType,
  depth: number,
  path: string,
  source: Pick<ValueSource, 'includes'>,
): GraphQLField<unknown, unknown>[] {
  return Object.values(type.getFields()).filter(({ name, type: inner }) => {
    const isLeaf = !isObjectType(getNamedType(inner)) && !isUnionType(getNamedType(inner))
    return isLeaf
      ? source.includes(fieldPath(path, name), 2)
      : depth < 3 && source.includes(fieldPath(path, name), depth + 1)
  })
}

function graphqlValue(type: GraphQLInputType, path: string, source: ScopedSource, depth = 0): unknown {
  const { choices } = source
  const name = lastPart(path)
  const junk = source.junk(path)
  if (junk) return junk.value
  if (isNonNullType(type)) return graphqlValue(type.ofType, path, source, depth)
  if (isListType(type))
    return Array.from({ length: source.listLength(path) }, () => graphqlValue(type.ofType, path, source, depth + 1))
  if (isEnumType(type)) return choices.oneOf(type.getValues()).name
  if (isInputObjectType(type)) {
    if (depth > maxDepth) return {}
    const fields = Object.values(type.getFields()).filter(
      (inner) => isNonNullType(inner.type) || source.includes(within(path, inner.name), 3),
    )
    return Object.fromEntries(
      fields.map((inner) => [inner.name, graphqlValue(inner.type, within(path, inner.name), source, depth + 1)]),
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
