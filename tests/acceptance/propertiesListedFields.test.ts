import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isObjectType, type GraphQLField, type GraphQLOutputType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

// Lists read only the columns that the selected fields need, so each field is read alone.

const fixture = await createServerFixture()
const { owner, rep } = fixture
afterAll(() => fixture.teardown())

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const fieldNames = (type: string) => {
  const found = schema.getType(type)
  return isObjectType(found) ? Object.keys(found.getFields()) : []
}

/** The selection of a field, including the fields of nested objects up to two levels. */
function selectionOf(type: string, name: string): string {
  const found = schema.getType(type)
  return isObjectType(found) ? select(found.getFields()[name]!, 2) : name
}

/** Lists are short, so that the query does not cost too much. */
function select({ name, args, type }: GraphQLField<unknown, unknown>, depth: number): string {
  return `${name}${args.some((argument) => argument.name === 'first') ? '(first: 2)' : ''} ${fieldsOf(type, depth)}`
}

function fieldsOf(given: GraphQLOutputType, depth: number): string {
  const type = getNamedType(given)
  if (!isObjectType(type)) return ''
  const fields = Object.values(type.getFields()).filter((field) => depth > 0 || !isObjectType(getNamedType(field.type)))
  return `{ __typename ${fields
    .filter(
      ({ name }) => depth > 1 || !['history', 'outline', 'leads', 'knocks', 'property', 'unitsHere'].includes(name),
    )
    .map((field) => select(field, depth - 1))
    .join(' ')} }`
}

let propertyId: string
let leadId: string

beforeAll(async () => {
  const property = await fixture.saveProperty(rep, {
    owner_name: 'Sample Owner',
    owner_address: 'PO Box 1',
    notes: 'Ring twice',
    tags: ['storm'],
  })
  propertyId = property['id']
  const lead = await rest(fixture.server.url, rep.token, 'POST', '/leads', { property_id: propertyId, tag: 'gutter' })
  leadId = lead.body['data'].id
  await rest(fixture.server.url, rep.token, 'POST', '/knocks', { property_id: propertyId, outcome: 'talked' })
})

describe.each([
  ['the owner', owner],
  ['the rep', rep],
])('%s reads the same in a list as alone', (_who, person) => {
  const ask = (query: string) => fixture.execute(person, query)

  it.each(fieldNames('Property'))('Property.%s', async (field) => {
    const selection = selectionOf('Property', field)
    const { property } = await ask(`{ property(id: "${propertyId}") { ${selection} } }`)
    const { properties } = await ask(
      `{ properties(first: 5, filter: { search: "sample owner" }) { edges { node { ...on Property { ${selection} } } } } }`,
    )
    expect(properties.edges).toHaveLength(1)
    expect(properties.edges[0].node).toEqual(property)
  })

  it.each(fieldNames('Lead'))('Lead.%s', async (field) => {
    const selection = selectionOf('Lead', field)
    const { lead } = await ask(`{ lead(id: "${leadId}") { ${selection} } }`)
    const { leads, properties } = await ask(
      `{ leads(first: 5) { edges { node { ${selection} } } }
         properties(first: 5, filter: { search: "sample owner" }) { edges { node { leads(first: 2) { ${selection} } } } } }`,
    )
    expect(leads.edges).toHaveLength(1)
    expect(leads.edges[0].node).toEqual(lead)
    expect(properties.edges[0].node.leads).toEqual([lead])
  })
})

it('a time is the same in lists, single objects, GraphQL and REST', async () => {
  const { property, lead, properties, leads } = await fixture.execute(
    owner,
    `{ property(id: "${propertyId}") { createdAt } lead(id: "${leadId}") { createdAt }
       properties(first: 5, filter: { search: "sample owner" }) { edges { node { createdAt leads { createdAt } } } }
       leads { edges { node { createdAt } } } }`,
  )
  const read = async (path: string) => (await rest(fixture.server.url, owner.token, 'GET', path)).body['data'] as Json
  const [{ created_at: listedProperty }] = await read('/properties?search=sample%20owner')
  const [{ created_at: listedLead }] = await read('/leads')
  const propertyTimes = [property.createdAt, properties.edges[0].node.createdAt, listedProperty]
  expect(new Set([...propertyTimes, (await read(`/properties/${propertyId}`)).created_at]).size).toBe(1)
  const leadTimes = [lead.createdAt, leads.edges[0].node.createdAt, properties.edges[0].node.leads[0].createdAt]
  expect(new Set([...leadTimes, listedLead, (await read(`/leads/${leadId}`)).created_at]).size).toBe(1)
  expect(property.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
