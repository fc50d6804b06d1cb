import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { areaTypes } from '../domain/territories/area.ts'
import { booleanText, idText, limitedText, optionalText } from '../rest/parameters.ts'
import { listOf } from '../rest/present.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, listResponse, messageResponse, time } from '../rest/shapes.ts'
import { deletePermit, listPermits, savePermit } from '../usecases/permits/permits.ts'

const day = z.string().meta({ format: 'date', example: '2026-12-01' })
const weekdays = z.array(z.int()).describe('Days of the week from 1, Monday, to 7, Sunday.')
const minutes = z.int().nullable()
const minutesText = 'Knocking ends so many minutes before sunset, if that is earlier; null without such a rule.'

const permit = z
  .object({
    id,
    city: z.string(),
    area: z.object({ type: z.enum(areaTypes), coordinates: z.array(z.unknown()) }),
    number: z.string().nullable().describe('Number of the permit.'),
    valid_from: day.describe('First day.'),
    valid_to: day.nullable().describe('Last day; null if it is valid for ever.'),
    weekdays,
    from: z.string().describe('From this time on, as HH:MM.'),
    to: z.string().describe('Before this time, as HH:MM; 24:00 is midnight.'),
    until_sunset_minutes: minutes.describe(minutesText),
    badges: z
      .array(
        z.object({
          user_id: id,
          number: z.string().nullable().describe('Null if it has none, and for a rep that of others.'),
        }),
      )
      .describe('Who may knock; everybody if it has none.'),
    expiry_notice: z
      .int()
      .nullable()
      .describe(
        '30 or 7 if it expires within so many days and no other permit of the city is valid on the day after; owners and admins are told by mail, too.',
      ),
    created_at: time,
    updated_at: time,
  })
  .meta({
    id: 'Permit',
    description:
      'When and by whom doors of a city may be knocked. Days and times are those of the time zone of the company.',
  })

const sampleArea = {
  type: 'Polygon',
  coordinates: [
    [
      [-86.162, 39.769],
      [-86.158, 39.769],
      [-86.158, 39.772],
      [-86.162, 39.769],
    ],
  ],
}

const permitInput = z
  .object({
    city: limitedText('city'),
    area: z
      .unknown()
      .describe('GeoJSON Polygon or MultiPolygon in WGS 84 with at most 5,000 points.')
      .meta({ type: 'object', example: sampleArea }),
    number: optionalText('number').describe('Number of the permit.'),
    valid_from: limitedText('valid_from').describe('First day as YYYY-MM-DD.'),
    valid_to: optionalText('valid_to').describe('Last day as YYYY-MM-DD; for ever if omitted.'),
    weekdays: weekdays.max(7).nullish().describe('Days of the week from 1, Monday. Every day if omitted.'),
    from: optionalText('from').describe('From this time on, as HH:MM. Defaults to 00:00.'),
    to: optionalText('to').describe('Before this time, as HH:MM. Defaults to 24:00.'),
    until_sunset_minutes: minutes.optional().describe(minutesText),
    badges: z
      .array(z.object({ user_id: idText, number: optionalText('number') }))
      .max(500)
      .nullish()
      .describe('Who may knock; everybody if it has none.'),
  })
  .meta({
    id: 'PermitInput',
    example: { city: 'Grove City', area: sampleArea, valid_from: '2026-01-01', weekdays: [1, 2, 3, 4, 5], to: '20:00' },
  })

type Body = z.output<typeof permitInput>

const toInput = ({ valid_from, valid_to, until_sunset_minutes, badges, ...rest }: Body) => ({
  ...rest,
  validFrom: valid_from,
  validTo: valid_to ?? null,
  untilSunsetMinutes: until_sunset_minutes ?? null,
  badges: badges?.map(({ user_id, number }) => ({ userId: user_id, number: number ?? null })) ?? null,
})

const params = { id: 'Id of the permit.' }
const invalid =
  'The city is blank, a day, a time or the area is invalid (the message has the place), a badge is of nobody in the company, or no tenant was chosen.'

export const permitRoutes = [
  defineRoute('get', '/permits', {
    graphqlOperation: 'Query.permits',
    access: 'permit.read',
    summary: 'List permits',
    description: 'By city.',
    query: z.object({ expiring: booleanText.default(false).describe('Only those with an `expiry_notice`.') }),
    response: listResponse(permit),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx, { query }) => listOf(await listPermits(ctx, query)),
  }),
  defineRoute('post', '/permits', {
    graphqlOperation: 'Mutation.savePermit',
    access: 'permit.manage',
    summary: 'Add a permit',
    description:
      'A knock in its area outside its hours, or without a valid permit, is accepted and has `outside_hours` or `no_permit` in its `flags`. At most 100 of a company.',
    body: permitInput,
    response: itemResponse(permit),
    status: 201,
    errors: { 409: 'There are 100 permits.', 422: invalid },
    handle: async (ctx, { body }) => ({ data: await savePermit(ctx, toInput(body)) }),
  }),
  defineRoute('put', '/permits/:id', {
    operationId: 'updatePermit',
    access: 'permit.manage',
    summary: 'Change a permit',
    description: 'It then says what is given, and nothing else.',
    params,
    body: permitInput,
    response: itemResponse(permit),
    errors: { 422: invalid },
    handle: async (ctx, { params: { id: permitId }, body }) => ({
      data: await savePermit(ctx, { ...toInput(body), id: permitId! }),
    }),
  }),
  defineRoute('delete', '/permits/:id', {
    graphqlOperation: 'Mutation.deletePermit',
    access: 'permit.manage',
    summary: 'Delete a permit',
    description: 'Knocks of its city are then not checked by it.',
    params,
    response: messageResponse,
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { params: { id: permitId } }) {
      await deletePermit(ctx, permitId!)
      return { message: messages.permitDeleted }
    },
  }),
]
