import { readFileSync } from 'node:fs'
import { buildSchema, coerceInputValue, type GraphQLEnumType, type GraphQLInputObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { parseViewQuery } from '../../api/usecases/savedViews/viewQueries.ts'
import { activityList } from '../features/activity/activityList.ts'
import { leadList } from '../features/leads/leadList.ts'
import { propertyList } from '../features/properties/propertyList.ts'
import { userList } from '../features/users/userList.ts'
import type { Filter } from '../lists/filters.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

const examples = ['nobody', '2026-11-01..2026-11-30']

/** The lists with the fields of the server's filter that no control of the client sets. */
const lists = [
  { name: 'Property', list: propertyList, others: ['bounds', 'doNotKnock', 'updatedAfter'] },
  {
    name: 'Lead',
    list: leadList,
    others: ['doNotKnock', 'followUpFrom', 'ids', 'propertyId', 'stageId', 'updatedAfter', 'withoutStage'],
  },
  { name: 'User', list: userList, others: [] },
  { name: 'Activity', list: activityList, others: ['afterPosition', 'eventId', 'groupOf', 'grouped'] },
]

describe.each(lists)('the filters of the list: $name', ({ name, list, others }) => {
  const input = schema.getType(`${name}Filter`) as GraphQLInputObjectType
  const filters = Object.values<Filter<object>>(list.filters)
  /** What each value of a filter sends; a value that may be any text has an example. */
  const sent = filters.flatMap((filter) =>
    (filter.values ?? [...filter.options.map(({ value }) => value), ...examples])
      .filter((value) => value !== filter.initial)
      .map((value) => filter.toInput(value, 0)),
  )

  it('send what the server takes', () => {
    const errors: string[] = []
    for (const values of sent) coerceInputValue(values, input, (_, __, { message }) => errors.push(message))
    expect(errors).toEqual([])
  })

  it('are all filters of the server, except those of programs', () => {
    const names = new Set([...sent.flatMap((values) => Object.keys(values)), ...others])
    expect([...names].toSorted()).toEqual(Object.keys(input.getFields()).toSorted())
  })

  it('are parameters that a saved view keeps', () => {
    for (const { param } of filters) expect(parseViewQuery(list.feature, `${param}=x`)).toBe(`${param}=x`)
  })

  it('have the orders of the server', () => {
    const { values = [] } = list.orders.filter.sort
    const fields = (schema.getType(`${name}OrderField`) as GraphQLEnumType).getValues().map((value) => value.name)
    expect(values.filter((value) => !fields.includes(value.replace('-', '')))).toEqual([])
  })
})
