import { z } from 'zod'
import { stageColors } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { filterParameters, toFilter } from '../rest/listQuery.ts'
import { dateTime, idText, limitedText, optionalText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, listResponse, messageAndItemResponse, time } from '../rest/shapes.ts'
import { countPasses, endPass, listPasses, passFilters, startPass } from '../usecases/territories/passes.ts'
import { readPassReport } from '../usecases/territories/passReport.ts'

const day = z.string().meta({ format: 'date', example: '2026-10-05' })
const territoryRef = z.object({ id, name: z.string(), color: z.enum(stageColors).describe('Color on the map.') })

const counts = {
  doors: z
    .int()
    .describe('Houses in the records of the county, at least those saved; without such records, saved properties.'),
  worked: z.int().describe('Doors with a knock in this pass.'),
  left: z.int().describe('Doors without one, except those where nobody may knock.'),
  knocks: z.int().describe('Knocks in this pass, excluding withdrawn knocks.'),
  talks: z.int().describe('Those at which the rep spoke with the owner.'),
  leads: z.int().describe('Leads created in this pass, excluding deleted leads.'),
  talks_per100_doors: z.number().nullable().describe('Talks per 100 knocks; null without a knock.'),
  leads_per100_doors: z.number().nullable().describe('Leads per 100 knocks; null without a knock.'),
  last_worked_at: time.nullable().describe('Time of the last knock.'),
  last_worked_by: z.object({ id, full_name: z.string(), email: z.string() }).nullable().describe('Who knocked last.'),
}

/** The pass of a territory that goes on. */
export const territoryPass = z
  .object({ pass_id: id, name: z.string(), starts_on: day, ...counts })
  .nullable()
  .describe('The pass that goes on, with what was done in it there; null without one.')

const passFields = {
  id,
  name: z.string(),
  starts_on: day,
  created_at: time,
  ended_at: time.nullable().describe('When it was ended; null while it goes on.'),
  territories: z.array(territoryRef).describe('Its territories by name, also archived ones.'),
}
const pass = z.object(passFields).meta({ id: 'Pass', description: 'A time in which territories are worked.' })
const report = z
  .object({
    ...passFields,
    as_of: time.nullable().describe('The requested time; null for the current figures.'),
    figures: z.array(z.object({ territory: territoryRef, ...counts })).describe('The figures of each territory.'),
  })
  .meta({ id: 'PassReport', description: 'A pass with the figures of its territories.' })

const newPass = z
  .object({
    name: limitedText('name').describe('At most 200 characters.'),
    territory_ids: z.array(idText).max(500).describe('Territories in use that are in no pass that goes on.'),
    starts_on: optionalText('from')
      .meta({ format: 'date' })
      .describe('First day as YYYY-MM-DD in the time zone of the company. Defaults to today.'),
  })
  .meta({
    id: 'NewPass',
    example: { name: 'October hail', territory_ids: ['019c6a70-0000-7000-8000-000000000001'], starts_on: '2026-10-05' },
  })

const params = { id: 'Id of the pass.' }
const noTenant = 'No tenant was chosen.'

export const passRoutes = [
  defineRoute('get', '/territories/passes', {
    graphqlOperation: 'Query.passes',
    access: 'territory.manage',
    summary: 'List passes',
    description: 'The latest first.',
    query: z.object({ ...pagingParameters, ...filterParameters(passFilters) }),
    response: listResponse(pass),
    errors: { 422: noTenant },
    async handle(ctx, { query }) {
      const filter = toFilter(passFilters, query)
      const { items } = await listPasses(ctx, filter, toPageRequest(query))
      return { data: items, total: await countPasses(ctx, filter) }
    },
  }),
  defineRoute('post', '/territories/passes', {
    graphqlOperation: 'Mutation.startPass',
    access: 'territory.manage',
    summary: 'Start a pass',
    description: 'A territory is in one pass at a time.',
    body: newPass,
    response: itemResponse(pass),
    status: 201,
    errors: {
      404: 'A territory does not exist.',
      409: 'A territory is archived, or in a pass that goes on.',
      422: `The name is blank, no territory or an invalid day was given, or no tenant was chosen.`,
    },
    handle: async (ctx, { body: { territory_ids: territoryIds, starts_on: startsOn, name } }) => ({
      data: await startPass(ctx, { name, territoryIds, startsOn }),
    }),
  }),
  defineRoute('get', '/territories/passes/:id', {
    graphqlOperation: 'Query.pass',
    access: 'territory.manage',
    summary: 'Read a pass with its figures',
    params,
    query: z.object({ as_of: dateTime.optional().describe('Returns the figures as of this time.') }),
    response: itemResponse(report),
    handle: async (ctx, { params: { id: passId }, query }) => ({
      data: await readPassReport(ctx, passId!, query.as_of ?? null),
    }),
  }),
  defineRoute('post', '/territories/passes/:id/end', {
    graphqlOperation: 'Mutation.endPass',
    access: 'territory.manage',
    summary: 'End a pass',
    description: 'Later knocks do not count in it. Ending it again changes nothing.',
    params,
    response: messageAndItemResponse(pass),
    handle: async (ctx, { params: { id: passId } }) => ({
      message: messages.passEnded,
      data: await endPass(ctx, passId!),
    }),
  }),
]
