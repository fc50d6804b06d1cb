import { z } from 'zod'
import { propertyStatuses } from '../domain/enums.ts'
import { streetSides } from '../domain/knocking/streetWalk.ts'
import { maxStops } from '../domain/walkingRoutes/planRoute.ts'
import { idText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, time } from '../rest/shapes.ts'
import { readDoorsForToday, returnDoors, takeNearestDoors } from '../usecases/walkingRoutes/nearestDoors.ts'
import { planWalkingRoute } from '../usecases/walkingRoutes/planWalkingRoute.ts'

const point = z.object({ lat: z.number(), lng: z.number() })

const stop = z
  .object({
    property_id: id.nullable().describe('Null for a house that is not saved yet.'),
    address: z.string().describe('Full address on one line.'),
    street_number: z.string(),
    street_name: z.string().nullable(),
    city: z.string().nullable(),
    point,
    side: z.enum(streetSides).nullable().describe('By house number; null without a number.'),
    status: z.enum(propertyStatuses).nullable().describe('Null for a house that is not saved.'),
    is_due: z.boolean().describe('Whether the caller wanted to come back by today.'),
  })
  .meta({ id: 'WalkingRouteStop', description: 'A door of a walking route.' })

const route = z
  .object({
    stops: z.array(stop).describe('Doors in their order. Those of one side of a block follow each other.'),
    line: z.array(point).describe('The way from `from` past each stop.'),
    meters: z.number().describe('Length of the line.'),
    minutes: z
      .number()
      .describe("The walk, and 2.5 minutes at each door or what the caller's own knocks of sessions tell."),
  })
  .meta({ id: 'WalkingRoute', description: 'Doors in a good order to walk.' })

const routeInput = z
  .object({
    territory_id: idText
      .nullish()
      .describe('Territory whose open doors are walked, and its houses that are not saved; not beside `property_ids`.'),
    property_ids: z
      .array(idText)
      .max(maxStops)
      .nullish()
      .describe('Properties to walk past. Those that are not open are left out.'),
    from: point.nullish().describe('Where the rep stands; by default the route begins anywhere.'),
    limit: z.int().min(1).max(maxStops).nullish().describe('Maximum number of doors. Defaults to 100.'),
  })
  .meta({ id: 'WalkingRouteInput', example: { from: { lat: 39.77, lng: -86.16 }, limit: 40 } })

const doorsForToday = z
  .object({
    doors: z
      .array(stop)
      .describe('Those that are still open, at most 40. In the answer to `POST /crm/route/doors` the nearest first.'),
    until: time
      .nullable()
      .describe('When they return by themselves: midnight in the time zone of the company. Null if none are taken.'),
    can_take: z.boolean().describe('Whether the company allows it and the caller holds no territory today.'),
  })
  .meta({
    id: 'DoorsForToday',
    description: 'Doors that a rep without a territory has taken for today. No colleague can take them meanwhile.',
  })

const takeInput = z
  .object({ from: point.describe('Where the rep stands.') })
  .meta({ id: 'TakeNearestDoorsInput', example: { from: { lat: 39.77, lng: -86.16 } } })

export const walkingRouteRoutes = [
  defineRoute('post', '/crm/route', {
    graphqlOperation: 'Query.walkingRoute',
    access: 'place.lookUp',
    summary: 'Plan a walking route',
    description:
      'A short walk past the open doors of a territory, of these properties or, without both, of the caller: where nobody has knocked, where nobody was home before today, and where the caller wanted to come back by today; in a territory also past houses that are not saved, unless the parcel provider bills. If they are more than the limit, the nearest. Nothing is saved.',
    body: routeInput,
    response: itemResponse(route),
    readOnly: true,
    errors: {
      404: 'The territory or a property does not exist, or a rep does not hold the territory today.',
      422: 'Both a territory and properties were given, the coordinates are invalid, or no tenant was chosen.',
    },
    handle: async (ctx, { body: { territory_id: territoryId, property_ids: propertyIds, from, limit } }) => ({
      data: await planWalkingRoute(ctx, { territoryId, propertyIds, from, limit }),
    }),
  }),
  defineRoute('get', '/crm/route/doors', {
    graphqlOperation: 'Query.myDoorsForToday',
    access: 'knock.log',
    summary: 'Get the doors taken for today',
    description: 'Those that the caller has taken and that are still open.',
    response: itemResponse(doorsForToday),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => ({ data: await readDoorsForToday(ctx) }),
  }),
  defineRoute('post', '/crm/route/doors', {
    graphqlOperation: 'Mutation.takeNearestDoors',
    access: 'knock.log',
    summary: 'Take the nearest doors for today',
    description:
      'The nearest 40 open doors within 5 km, in place of those taken before. Left out are those that another rep has taken and those in a territory that somebody holds today. They return by themselves at midnight.',
    body: takeInput,
    response: itemResponse(doorsForToday),
    errors: {
      409: 'The company does not allow it, or the caller holds a territory today: code `CANNOT_TAKE_DOORS`.',
      422: 'The coordinates are invalid, or no tenant was chosen.',
    },
    handle: async (ctx, { body }) => ({ data: await takeNearestDoors(ctx, body) }),
  }),
  defineRoute('delete', '/crm/route/doors', {
    graphqlOperation: 'Mutation.returnDoors',
    access: 'knock.log',
    summary: 'Give back the doors taken for today',
    description: 'Colleagues can take them at once. Without any, nothing changes.',
    response: itemResponse(doorsForToday),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => ({ data: await returnDoors(ctx) }),
  }),
]
