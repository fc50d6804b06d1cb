import 'reflect-metadata'
import type { GraphQLInputObjectType, GraphQLSchema } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeSchema } from '../resolvers/all.ts'
import { filterParameters, parameterName, toFilter } from '../rest/listQuery.ts'
import { describeRoutes } from '../rest/openapi.ts'
import { features } from '../routes/all.ts'
import { toSelection } from '../routes/exports.ts'
import { graphqlTypeOf } from '../schema/filterInputs.ts'
import { activityFilters } from '../usecases/activity/activityFilters.ts'
import { leadFilters } from '../usecases/leads/leadFilters.ts'
import { propertyFilters } from '../usecases/properties/propertyFilters.ts'
import { parseViewQuery } from '../usecases/savedViews/viewQueries.ts'
import { userFilters } from '../usecases/users/userFilters.ts'
import { filter, filterConditions, makesLookup, oneOf, viewParametersOf, type ListFilter } from './listFilters.ts'
import { createParameters } from './parameters.ts'

const lists = [
  { list: 'leads', filters: leadFilters, input: 'LeadFilter', path: '/leads' },
  { list: 'properties', filters: propertyFilters, input: 'PropertyFilter', path: '/properties' },
  { list: 'users', filters: userFilters, input: 'UserFilter', path: '/users' },
  { list: 'activity', filters: activityFilters, input: 'ActivityFilter', path: '/activity/logs' },
] as const

const everyFilter = lists.flatMap(({ list, filters }) =>
  Object.entries(filters).map(([name, declared]) => ({ list, name, declared: declared as ListFilter<never> })),
)

const id = '11111111-1111-4111-8111-111111111111'

/** A value of a filter as a query has it. */
function sampleOf({ kind, values }: ListFilter<never>): string {
  if (kind === 'oneOf') return values![0]!
  if (kind === 'id' || kind === 'uuid') return id
  if (kind === 'time') return '2026-03-01T09:30:00Z'
  if (kind === 'flag' || kind === 'boolean') return 'true'
  return '1'
}

let schema: GraphQLSchema
beforeAll(async () => {
  schema = await makeSchema()
}, 60_000)

describe.each(lists)('the filters of the list of $list', ({ list, filters, input, path }) => {
  const declared = Object.entries<ListFilter<never>>(filters)

  it('are the fields of the GraphQL input, with their descriptions', () => {
    const fields = Object.values((schema.getType(input) as GraphQLInputObjectType).getFields())
    const expected = declared.filter(([, { graphql }]) => graphql !== false)
    expect(Object.fromEntries(fields.map(({ name, description }) => [name, description]))).toEqual(
      Object.fromEntries(expected.map(([name, { description }]) => [name, description])),
    )
    const { args } = schema.getMutationType()!.getFields()['exportList']!
    expect(args.map(({ name, type }) => [name, String(type)])).toContainEqual([list, input])
  })

  it('are the query parameters of REST, besides paging and the order', () => {
    const { parameters = [] } = describeRoutes(features).paths[path]!['get']!
    const names = declared.flatMap(([name, one]) =>
      one.kind === 'point' ? ['lat', 'lng'] : (parameterName(name, one) ?? []),
    )
    expect(new Set(parameters.flatMap((parameter) => ('name' in parameter ? [parameter.name] : [])))).toEqual(
      new Set([...names, 'limit', 'offset', 'after', 'order_by', 'direction']),
    )
  })
})

describe.each(everyFilter)('the filter $name of $list', ({ list, name, declared }) => {
  it('is in exports and saved views where its declaration does not except it, and has a condition', () => {
    const parameter = parameterName(name, declared)
    if (parameter !== null && declared.kind !== 'point') {
      const { filter: exported } = toSelection(list, { [parameter]: sampleOf(declared) }) as {
        filter: Record<string, unknown>
      }
      expect(exported[name] ?? null).not.toBeNull()
      const { bind } = createParameters()
      expect(filterConditions({ [name]: declared }, { [name]: exported[name] as never }, bind)).toHaveLength(
        declared.sql === null ? 0 : 1,
      )
    }
    const view = declared.view ?? name
    if (view !== false) expect(parseViewQuery(list, `${view}=x`)).toBe(`${view}=x`)
  })
})

describe('a filter that is declared in one line', () => {
  const filters = { ...leadFilters, source: filter('text', 'Leads from this source.', 'l.source = $') }

  it('is in GraphQL, in REST, and therefore in exports, and in saved views', () => {
    expect(graphqlTypeOf(filters.source)).toBe(String)
    const parameters = z.object(filterParameters(filters)).strict()
    const query = parameters.parse({ source: ' yard sign ', status: 'new' })
    expect(viewParametersOf(filters)).toContain('source')
    const { values, bind } = createParameters()
    expect(filterConditions(filters, toFilter(filters, query), bind)).toEqual(['l.status = $1', 'l.source = $2'])
    expect(values).toEqual(['new', 'yard sign'])
  })

  it('is not set by a blank text, null, or false, and matches nothing for an id that is none', () => {
    const { values, bind } = createParameters()
    const given = { source: ' ', tag: null, unassigned: false, repId: 'no id', ids: [], neighborhood: '' }
    expect(filterConditions(filters, given, bind)).toEqual(['l.id = any($1::uuid[])', 'l.rep_id = any($2::uuid[])'])
    expect(values).toEqual([[], []])
    expect(makesLookup(filters, { source: 'x' })).toBe(false)
    expect(makesLookup(filters, { ids: [] })).toBe(true)
  })

  it('needs a type in GraphQL', () => {
    const shape = oneOf(['round'], 'A shape.', 'l.shape = $')
    expect(() => graphqlTypeOf(shape)).toThrow('GraphQL has no type')
  })
})
