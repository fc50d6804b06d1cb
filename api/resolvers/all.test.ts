import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLObjectType,
} from 'graphql'
import { expect, it } from 'vitest'
import { makeSchema } from './all.ts'

interface Described {
  name: string
  description?: string | null
}

it('every type, field, argument and enum value of the schema has a description', async () => {
  const missing: string[] = []
  const checkDescription = (path: string, thing: Described) => {
    const description = thing.description?.trim() ?? ''
    // A description such as 'The id.' only repeats the name.
    if (description === '' || /^(the|its|an?) \w+\.?$/i.test(description)) missing.push(`${path}: ${description}`)
  }
  const schema = await makeSchema()
  for (const type of Object.values(schema.getTypeMap())) {
    // Built-in types of GraphQL.
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue
    checkDescription(type.name, type)
    if (isEnumType(type)) for (const value of type.getValues()) checkDescription(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) checkDescription(`${type.name}.${field.name}`, field)
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        checkDescription(`${type.name}.${field.name}`, field)
        for (const arg of field.args) checkDescription(`${type.name}.${field.name}(${arg.name})`, arg)
      }
  }
  expect(missing).toEqual([])
})

it('every connection has what the compiler of Relay demands, and every list of one its arguments', async () => {
  const types = Object.values((await makeSchema()).getTypeMap()).filter(isObjectType)
  const fieldTypes = (type: GraphQLObjectType) =>
    Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]))
  expect(fieldTypes(types.find(({ name }) => name === 'PageInfo')!)).toEqual({
    hasNextPage: 'Boolean!',
    hasPreviousPage: 'Boolean!',
    startCursor: 'String',
    endCursor: 'String',
  })
  const connections = types.filter(({ name }) => name.endsWith('Connection'))
  expect(connections.length).toBeGreaterThan(5)
  for (const connection of connections) {
    const edgeName = connection.name.replace(/Connection$/, 'Edge')
    expect(fieldTypes(connection)).toMatchObject({ edges: `[${edgeName}!]!`, pageInfo: 'PageInfo!' })
    const { cursor, node, ...others } = fieldTypes(types.find(({ name }) => name === edgeName)!)
    expect([edgeName, cursor, others]).toEqual([edgeName, 'String!', {}])
    expect(node).toMatch(/^\w+!$/)
  }
  const lists = types.flatMap((type) =>
    Object.values(type.getFields()).filter(({ type: returned }) => getNamedType(returned).name.endsWith('Connection')),
  )
  for (const list of lists) {
    const taken = Object.fromEntries(list.args.map(({ name, type }) => [name, String(type)]))
    expect([list.name, taken]).toEqual([list.name, expect.objectContaining({ after: 'String' })])
    expect(taken['first']).toMatch(/^Int!?$/)
    // The connection directive of Relay takes a list that is read backward for one that is read in both directions.
    expect([list.name, taken['last'], taken['before']]).toEqual([list.name, undefined, undefined])
  }
})
