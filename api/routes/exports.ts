import { z } from 'zod'
import { exportedLists, type ExportedList } from '../domain/enums.ts'
import { Refused } from '../domain/errors.ts'
import { parseInput } from '../rest/parseInput.ts'
import { presentJob } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { itemResponse } from '../rest/shapes.ts'
import { exportEverything, exportList } from '../usecases/exports/exports.ts'
import type { Selection } from '../usecases/exports/selection.ts'
import { activityQuery } from './activity.ts'
import { job } from './jobs.ts'
import { leadQuery } from './leads.ts'
import { propertyQuery } from './properties.ts'
import { userQuery } from './users.ts'

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

const queries = { activity: activityQuery, leads: leadQuery, properties: propertyQuery, users: userQuery }

/** The rows that a filter selects, which is checked like the query of its list. */
export function toSelection(list: ExportedList, filter: object): Selection {
  const { selection, select } = queries[list]
  return { list, ...select(parseInput(selection, filter) as never) } as Selection
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
      return { data: presentJob(await exportList(ctx, toSelection(list, toQueryText(filter ?? {})), options)) }
    },
  }),
]
