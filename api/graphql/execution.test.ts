import { buildSchema, execute, GraphQLError, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { executeOperation } from './execution.ts'
import { countResponses, maxResponseBytes } from './responseBudget.ts'

const schema = buildSchema(`
  enum Color { RED GREEN }
  scalar JSON
  type Item { id: ID! name: String color: Color! parent: Item note: String data: JSON more: [Item!] }
  type Query { items(first: Int!): [Item!] item(id: ID!): Item }`)
let resolved = 0
const resolvers = {
  items: async (_: unknown, { first }: { first: number }) =>
    Array.from({ length: first }, (__, n) => ({ id: n, name: `Item ${n}`, color: n === 3 ? null : 'RED' })),
  item(_: unknown, { id }: { id: string }) {
    if (id === 'none') throw new GraphQLError('There is no such item.', { extensions: { code: 'NOT_FOUND' } })
    return { id, name: id, color: 'GREEN', parent: { id: null, color: 'RED' }, data: { text: id } }
  },
}
const itemResolvers = {
  note: () => 'n'.repeat(1_000),
  more() {
    resolved += 1
    return Array.from({ length: 1_000 }, (_, n) => ({ id: `m${n}`, color: 'RED', data: { text: 'd'.repeat(1_000) } }))
  },
}
for (const [name, resolve] of Object.entries(resolvers)) schema.getQueryType()!.getFields()[name]!.resolve = resolve
const itemFields = (schema.getType('Item') as ReturnType<typeof schema.getQueryType>)!.getFields()
for (const [name, resolve] of Object.entries(itemResolvers)) itemFields[name]!.resolve = resolve
countResponses(schema)

const sent = (result: object) => JSON.parse(JSON.stringify(result)) as object
const run = (source: string, variableValues: Record<string, unknown> = {}) =>
  executeOperation({ schema, document: parse(source), variableValues, contextValue: {} })

const list = 'query ($first: Int!, $all: Boolean = true) { items(first: $first) { ...shown name @include(if: $all) } }'
const documents = [
  ['a list', `${list} fragment shown on Item { id color }`, { first: 3 }],
  ['a list without a skipped field', `${list} fragment shown on Item { id color }`, { first: 2, all: false }],
  [
    'null instead of a list with a null in a field of type Color!',
    `${list} fragment shown on Item { color }`,
    { first: 5 },
  ],
  ['null instead of an object with such a field', '{ item(id: "a") { id parent { id } } }', {}],
  ['an error of a resolver', '{ one: item(id: "none") { id } two: item(id: "b") { __typename id note data } }', {}],
  ['a missing variable', `${list} fragment shown on Item { id }`, {}],
  ['an invalid variable', `${list} fragment shown on Item { id }`, { first: 'many' }],
  ['two operations without a name', 'query A { __typename } query B { __typename }', {}],
] as const

describe('executeOperation', () => {
  it.each(documents)('responds like graphql-js: %s', async (_what, source, variableValues) => {
    const contextValue = { budget: { assertLeft: () => undefined, count: () => undefined } }
    const expected = sent(await execute({ schema, document: parse(source), variableValues, contextValue }))
    for (let time = 0; time < 3; time += 1) expect(sent(await run(source, variableValues))).toEqual(expected)
  })

  it('keeps the extensions of the errors of resolvers', async () => {
    const { errors } = await run('{ item(id: "none") { id } }')
    expect(errors![0]!.extensions).toEqual({ code: 'NOT_FOUND' })
  })

  it.each([
    ['texts', 'items(first: 3) { more { more { id color name } } }'],
    ['texts of resolvers', 'items(first: 9) { more { note } }'],
    ['JSON', 'items(first: 9) { more { data } }'],
  ])(
    'stops when %s exceed the size of a response, with one error and without reading more',
    async (_what, selection) => {
      const before = resolved
      const { data, errors } = await run(`{ ${selection} }`)
      expect(data).toBeNull()
      expect(errors!.map(({ message }) => message)).toEqual([
        'The response would be larger than 8 MB. Ask for shorter pages or fewer fields. A mutation has taken effect.',
      ])
      expect(errors![0]!.extensions).toEqual({ code: 'BAD_USER_INPUT', limit: maxResponseBytes })
      expect(resolved - before).toBeLessThan(1_000)
    },
  )

  it('answers responses just below that size', async () => {
    const { data, errors } = await run('{ items(first: 2) { more { note data } } }')
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data).length).toBeGreaterThan(4_000_000)
  })
})
