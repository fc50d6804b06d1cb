import { z } from 'zod'
import { exportedLists, type ExportedList } from '../domain/enums.ts'
import { Refused } from '../domain/errors.ts'
import { parseInput } from '../rest/parseInput.ts'
import { presentJob } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { itemResponse } from '../rest/shapes.ts'
import { exportEverything, exportList } from '../usecases/exports/exports.ts'
import type { Selection } from '../usecases/exports/selection.ts'
import { activityFilter, toActivityQuery } from './activity.ts'
import { job } from './jobs.ts'
import { leadFilter, toLeadQuery } from './leads.ts'
import { propertyFilter, toPropertyQuery } from './properties.ts'
import { toUserQuery, userFilter } from './users.ts'

const newExport = z
  .object({
    list: z.enum(exportedLists).nullish().describe('The list to export.'),
    everything: z.literal(true).nullish().describe('Export everything of the tenant, instead of a list.'),
    filter: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe('Which rows, in which order: the query parameters of the list, without paging. Defaults to all rows.'),
    format: z.enum(['csv']).nullish(),
    bom: z
      .boolean()
      .nullish()
      .describe('Begin CSV files with a byte order mark, without which Excel does not read them as UTF-8.'),
  })
  .meta({ id: 'NewExport', example: { list: 'leads', filter: { status: 'new' }, bom: true } })

const paging = { limit: true, offset: true } as const

/** Each filter is checked like the query of its list; unknown names are rejected, so that a typo does not export all rows. */
export const selectionsByList: Record<ExportedList, (filter: object) => Selection> = {
  properties: (filter) => ({
    list: 'properties',
    ...toPropertyQuery(parseInput(propertyFilter.omit(paging).strict(), filter)),
  }),
  leads: (filter) => ({ list: 'leads', ...toLeadQuery(parseInput(leadFilter.omit(paging).strict(), filter)) }),
  users: (filter) => ({ list: 'users', ...toUserQuery(parseInput(userFilter.omit(paging).strict(), filter)) }),
  activity: (filter) => ({
    list: 'activity',
    ...toActivityQuery(parseInput(activityFilter.omit(paging).strict(), filter)),
  }),
}

/** A filter in JSON has numbers and booleans where a query has text. Null stands for a parameter that is not given. */
function toQueryText(filter: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value]),
  )
}

export const exportRoutes = [
  defineRoute('post', '/exports', {
    graphqlOperation: 'Mutation.exportList',
    access: 'data.export',
    summary: 'Export a list, or everything',
    description:
      'Starts a job. When it is done, `GET /jobs/{id}/file` gives its file for a day: a list as CSV with the fields of REST as headings, everything of the tenant as a zip of such files with a README.txt. A text that a spreadsheet could run as a formula, such as one that begins with `=`, `+`, `-` or `@`, has an apostrophe in front, which an import removes.',
    body: newExport,
    response: itemResponse(job),
    status: 202,
    errors: { 422: 'Neither a list nor everything is chosen, or both, or no tenant was chosen.' },
    async handle(ctx, { body: { list, everything, filter, bom } }) {
      const options = { bom: bom ?? false }
      if (!list === !everything) throw new Refused('Choose a list, or everything.', { list: 'Choose a list.' })
      if (!list) return { data: presentJob(await exportEverything(ctx, options)) }
      return { data: presentJob(await exportList(ctx, selectionsByList[list](toQueryText(filter ?? {})), options)) }
    },
  }),
]
