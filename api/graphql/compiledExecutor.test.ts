import { buildSchema, execute, GraphQLError, parse } from 'graphql'
import { expect, it } from 'vitest'
import { makeExecutor } from './compiledExecutor.ts'

const schema = buildSchema(`
  enum Color { RED GREEN }
  type Item { id: ID! name: String color: Color! parent: Item }
  type Query { items(first: Int!): [Item!] item(id: ID!): Item }`)
schema.getQueryType()!.getFields()['items']!.resolve = async (_, { first }) =>
  Array.from({ length: first }, (__, n) => ({ id: n, name: `Item ${n}`, color: n === 3 ? null : 'RED' }))
schema.getQueryType()!.getFields()['item']!.resolve = (_, { id }) => {
  if (id === 'none') throw new GraphQLError('There is no such item.', { extensions: { code: 'NOT_FOUND' } })
  return { id, color: 'GREEN', parent: { id: null, color: 'RED' } }
}

const list = 'query ($first: Int!, $all: Boolean = true) { items(first: $first) { ...shown name @include(if: $all) } }'
const documents = [
  ['a list', `${list} fragment shown on Item { id color }`, { first: 3 }],
  ['a list without a skipped field', `${list} fragment shown on Item { id color }`, { first: 2, all: false }],
  [
    'null in place of a list with a field that must not be null',
    `${list} fragment shown on Item { color }`,
    { first: 5 },
  ],
  ['null in place of an object with such a field', '{ item(id: "a") { id parent { id } } }', {}],
  ['an error of a resolver', '{ one: item(id: "none") { id } two: item(id: "b") { __typename id } }', {}],
  ['a missing variable', `${list} fragment shown on Item { id }`, {}],
  ['an invalid variable', `${list} fragment shown on Item { id }`, { first: 'many' }],
  ['two operations without a name', 'query A { __typename } query B { __typename }', {}],
] as const

it.each(documents)('answers like graphql-js, compiled and not: %s', async (_what, source, variableValues) => {
  const document = parse(source)
  const executor = makeExecutor(schema)
  const sent = (result: object) => JSON.parse(JSON.stringify(result)) as object
  const expected = sent(await execute({ schema, document, variableValues }))
  for (let time = 0; time < 3; time += 1) expect(sent(await executor({ document, variableValues }))).toEqual(expected)
})

it('keeps the extensions of the errors of resolvers', async () => {
  const document = parse('{ item(id: "none") { id } }')
  const executor = makeExecutor(schema)
  for (let time = 0; time < 2; time += 1) {
    const { errors } = await executor({ document })
    expect(errors![0]).toBeInstanceOf(GraphQLError)
    expect(errors![0]!.extensions).toEqual({ code: 'NOT_FOUND' })
  }
})
