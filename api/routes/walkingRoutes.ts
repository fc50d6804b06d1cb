import { z } from 'zod'
import { propertyStatuses } from '../domain/enums.ts'
import { streetSides } from '../domain/knocking/streetWalk.ts'
import { maxStops } from '../domain/walkingRoutes/planRoute.ts'
import { idText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse } from '../rest/shapes.ts'
import { planWalkingRoute } from '../usecases/walkingRoutes/planWalkingRoute.ts'

const point = z.object({ lat: z.number(), lng: z.number() })

const route = z
  .object({
    stops: z
      .array(
        z.object({
          property_id: id.nullable(),
          address: z.string().describe('Full address on one line.'),
          street_number: z.string(),
          street_name: z.string().nullable(),
          city: z.string().nullable(),
          point,
          side: z.enum(streetSides).nullable().describe('By house number; null without a number.'),
          status: z.enum(propertyStatuses).nullable(),
          is_due: z.boolean().describe('Whether the caller wanted to come back by today.'),
        }),
      )
      .describe('Doors in their order. Those of one side of a block follow each other.'),
    line: z.array(point).describe('The way from `from` past each stop.'),
    meters: z.number().describe('Length of the line.'),
    minutes: z
      .number()
      .describe("The walk, and 2.5 minutes at each door or what the caller's own knocks of sessions tell."),
  })
  .meta({ id: 'WalkingRoute', description: 'Doors in a good order to walk.' })

const routeInput = z
  .object({
    territory_id: idText.nullish().describe('Territory whose open doors are walked; not beside `property_ids`.'),
    property_ids: z
      .array(idText)
      .max(maxStops)
      .nullish()
      .describe('Properties to walk past. Those that are not open are left out.'),
    from: point.nullish().describe('Where the rep stands; by default the route begins anywhere.'),
    limit: z.int().min(1).max(maxStops).nullish().describe('Maximum number of doors. Defaults to 100.'),
  })
  .meta({ id: 'WalkingRouteInput', example: { from: { lat: 39.77, lng: -86.16 }, limit: 40 } })

export const walkingRouteRoutes = [
  defineRoute('post', '/crm/route', {
    graphqlOperation: 'Query.walkingRoute',
    access: 'place.lookUp',
    summary: 'Plan a walking route',
    description:
      'A short walk past the open doors of a territory, of these properties or, without both, of the caller: where nobody has knocked, where nobody was home before today, and where the caller wanted to come back by today. If they are more than the limit, the nearest. Nothing is saved.',
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
]
