import { z } from 'zod'
import { doNotKnockKinds } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { filterParameters, pagedListResponse, toFilter, toPagedList } from '../rest/listQuery.ts'
import { dateTime, idText, limitedText, optionalText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { doNotKnock, doNotKnockMark, itemResponse, messageAndItemResponse } from '../rest/shapes.ts'
import { liftDoNotKnock, setDoNotKnock } from '../usecases/doNotKnock/doNotKnock.ts'
import { readDoorMark } from '../usecases/properties/doorMarks.ts'
import { countDoNotKnock, doNotKnockFilters, listDoNotKnock } from '../usecases/doNotKnock/doNotKnockList.ts'

const doNotKnockInput = z
  .object({
    property_id: idText.describe('A property that the caller sees on the map.'),
    kind: z.enum(doNotKnockKinds).describe('Who does not want the knock; a rep can set `asked`.'),
    reason: optionalText('reason').describe('What was said about it, at most 500 characters.'),
    until: dateTime.nullish().describe('Nobody may knock before this time; for ever if omitted.'),
  })
  .meta({
    id: 'DoNotKnockInput',
    example: { property_id: '0198c7a0-0000-7000-8000-000000000001', kind: 'asked', reason: 'A baby sleeps.' },
  })

export const doNotKnockRoutes = [
  defineRoute('get', '/do-not-knock', {
    graphqlOperation: 'Query.doNotKnockList',
    access: 'doNotKnock.manage',
    summary: 'List the doors where nobody may knock',
    description: 'Newest first, with marks that have ended or were lifted.',
    query: z.object({
      ...pagingParameters,
      after: limitedText('after').optional().describe('`next_cursor` of the page before.'),
      ...filterParameters(doNotKnockFilters),
    }),
    response: pagedListResponse(doNotKnockMark),
    async handle(ctx, { query }) {
      const filter = toFilter(doNotKnockFilters, query)
      const page = await listDoNotKnock(ctx, filter, toPageRequest(query))
      return toPagedList(page, (mark) => mark, await countDoNotKnock(ctx, filter))
    },
  }),
  defineRoute('get', '/properties/:id/do-not-knock', {
    operationId: 'readDoNotKnock',
    access: 'property.read',
    summary: 'Read why nobody may knock at a property now',
    description: 'Null if somebody may. The reason of a mark at the property of a colleague is null for a rep.',
    params: { id: 'Id of the property.' },
    response: itemResponse(doNotKnock.nullable()),
    handle: async (ctx, { params: { id } }) => ({ data: await readDoorMark(ctx, id!) }),
  }),
  defineRoute('post', '/do-not-knock', {
    graphqlOperation: 'Mutation.setDoNotKnock',
    access: 'doNotKnock.ask',
    summary: 'Mark a door where nobody may knock',
    description: 'A mark of the same kind that is in force gets the new reason and period.',
    body: doNotKnockInput,
    response: itemResponse(doNotKnockMark),
    status: 201,
    errors: {
      403: 'A rep can set `asked` alone.',
      404: 'The property does not exist.',
      422: 'The time is not in the future, or no tenant was chosen.',
    },
    handle: async (ctx, { body }) => ({
      data: await setDoNotKnock(ctx, { ...body, propertyId: body.property_id }),
    }),
  }),
  defineRoute('delete', '/do-not-knock/:id', {
    graphqlOperation: 'Mutation.liftDoNotKnock',
    access: 'doNotKnock.manage',
    summary: 'Lift a mark',
    description: 'The door may be knocked again, unless another mark forbids it. Lifting it again changes nothing.',
    params: { id: 'Id of the mark.' },
    query: z.object({ reason: limitedText('reason').describe('Why it is lifted, at most 500 characters.') }),
    response: messageAndItemResponse(doNotKnockMark),
    errors: { 422: 'The reason is blank, or no tenant was chosen.' },
    handle: async (ctx, { params: { id }, query: { reason } }) => ({
      message: messages.doNotKnockLifted,
      data: await liftDoNotKnock(ctx, id!, reason),
    }),
  }),
]
