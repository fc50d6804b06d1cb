import { z } from 'zod'
import { maxLengths } from '../domain/maxLengths.ts'
import { knockOutcomes } from '../domain/enums.ts'
import { logKnock, withdrawKnock } from '../usecases/knocking/knocking.ts'
import { endKnockSession, startKnockSession } from '../usecases/knocking/knockSessions.ts'
import { optionalText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { presentKnock, presentKnockSession } from '../rest/presenters.ts'
import { messageAndItemResponse, knock, knockSession, itemResponse } from '../rest/shapes.ts'

const optionalPoint = { lat: z.number().nullish(), lng: z.number().nullish() }

const newKnock = z
  .object({
    property_id: z.string(),
    outcome: z
      .enum(knockOutcomes)
      .describe('`talked`, `interested` and `not_interested` give the property its status; the others leave it.'),
    session_id: optionalText(50).describe('The round it belongs to.'),
    event_id: optionalText(50).describe('Your own UUID for this knock: sending it again changes nothing.'),
    occurred_at: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('When it happened at the door; taken as at most seven days old and never ahead of now.'),
    note: optionalText(maxLengths.note),
    ...optionalPoint,
  })
  .meta({ id: 'NewKnock', example: { property_id: '0198c7a0-0000-7000-8000-000000000001', outcome: 'talked' } })

export const knockingRoutes = [
  defineRoute({
    method: 'post',
    path: '/crm/door-knocks',
    operationId: 'logKnock',
    graphqlOperation: 'Mutation.logKnock',
    access: 'knock.log',
    summary: 'Log a knock',
    body: newKnock,
    response: itemResponse(knock),
    status: 201,
    errors: {
      404: 'The property or the round is unknown.',
      409: 'The event id was used for another knock.',
      422: 'The event id is no UUID, the coordinates are not on the map, or no tenant was chosen.',
    },
    async handle(ctx, { body }) {
      const result = await logKnock(ctx, {
        ...body,
        propertyId: body.property_id,
        eventId: body.event_id,
        sessionId: body.session_id,
        occurredAt: body.occurred_at ? new Date(body.occurred_at) : null,
      })
      return { data: presentKnock(result) }
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/crm/door-knocks/:event_id',
    operationId: 'withdrawKnock',
    graphqlOperation: 'Mutation.withdrawKnock',
    access: 'knock.withdraw',
    summary: 'Withdraw a knock of your own',
    description: 'The door is no longer counted, where it was counted. Withdrawing it again answers the same.',
    params: { event_id: 'The event id of the knock.' },
    response: messageAndItemResponse(knock),
    async handle(ctx, { params }) {
      return { message: 'Knock withdrawn', data: presentKnock(await withdrawKnock(ctx, params['event_id']!)) }
    },
  }),
  defineRoute({
    method: 'post',
    path: '/crm/door-knock-session/start',
    operationId: 'startKnockSession',
    graphqlOperation: 'Mutation.startKnockSession',
    access: 'knock.log',
    summary: 'Start a round',
    description: 'Where one is open already, answers that one.',
    body: z.object(optionalPoint).optional(),
    response: itemResponse(knockSession),
    status: 201,
    errors: { 422: 'The coordinates are not on the map, or no tenant was chosen.' },
    async handle(ctx, { body: { lat, lng } = {} }) {
      const at = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
      return { data: presentKnockSession(await startKnockSession(ctx, at)) }
    },
  }),
  defineRoute({
    method: 'put',
    path: '/crm/door-knock-session/:id/end',
    operationId: 'endKnockSession',
    graphqlOperation: 'Mutation.endKnockSession',
    access: 'knock.log',
    summary: 'End a round',
    description: 'Ending it twice answers the same.',
    params: { id: 'The id of the round.' },
    response: itemResponse(knockSession),
    handle: async (ctx, { params: { id } }) => ({ data: presentKnockSession(await endKnockSession(ctx, id!)) }),
  }),
]
