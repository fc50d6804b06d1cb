import { z } from 'zod'
import { recordedAccesses, recordedKinds } from '../domain/enums.ts'
import { pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { sendStream } from '../rest/sendStream.ts'
import { id, listResponse, time } from '../rest/shapes.ts'
import { toCsv } from '../usecases/exports/csv.ts'
import {
  countRecordedAboutMe,
  exportRecordedAboutMe,
  listRecordedAboutMe,
  recordedHeadings,
} from '../usecases/recordedAboutMe/recordedAboutMe.ts'

const kind = z.enum(recordedKinds)

const recordedItem = z
  .object({
    id: id.describe('Id of the knock, of the session, or of the event that recorded the view.'),
    kind: kind.describe('`knock`: a position of a knock; `view`: that somebody else saw the work of the caller.'),
    at: time.describe('When it happened; of a session, its start.'),
    ended_at: time.nullable().describe('End of a session.'),
    doors: z.int().nullable().describe('Knocks of a session, without withdrawn ones.'),
    lat: z.number().nullable().describe('Latitude of the device; null if none is kept.'),
    lng: z.number().nullable().describe('Longitude of the device.'),
    accuracy_meters: z.number().nullable().describe('Accuracy of that position.'),
    exact_until: time.nullable().describe('When the position is erased.'),
    property_id: id.nullable().describe('Property of a knock; null if it was deleted.'),
    address: z.string().nullable().describe('Address of that property.'),
    access: z
      .enum(recordedAccesses)
      .nullable()
      .describe('How somebody saw the work: its page, the app viewed as the caller, or everything exported.'),
    by: z.object({ id, full_name: z.string(), email: z.string() }).nullable().describe('Who saw it.'),
  })
  .meta({ id: 'RecordedItem', description: 'What is recorded about the caller.' })

export const recordedAboutMeRoutes = [
  defineRoute('get', '/me/recorded', {
    graphqlOperation: 'Query.recordedAboutMe',
    access: 'recorded.read',
    summary: 'List what is recorded about you',
    description:
      'The newest first: positions that are kept of your knocks, your knock sessions, and who opened the page of your work, viewed the app as you, or exported everything of the company.',
    query: z.object({ ...pagingParameters, kind: kind.optional().describe('Only items of this kind.') }),
    response: listResponse(recordedItem),
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { query }) {
      const { items } = await listRecordedAboutMe(ctx, query.kind, toPageRequest(query))
      return { data: items, total: await countRecordedAboutMe(ctx, query.kind) }
    },
  }),
  defineRoute('get', '/me/recorded.csv', {
    operationId: 'downloadRecordedAboutMe',
    access: 'recorded.read',
    summary: 'Download what is recorded about you',
    description: `All of it in one file with the columns ${recordedHeadings.map((heading) => `\`${heading}\``).join(', ')}.`,
    response: { files: { 'text/csv': 'What is recorded, the newest first.' } },
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { response }) {
      const pages = exportRecordedAboutMe(ctx)
      response.attachment('recorded-about-me.csv')
      response.setHeader('Content-Type', 'text/csv; charset=utf-8')
      await sendStream(response, toCsv(recordedHeadings, pages))
    },
  }),
]
