import { z } from 'zod'
import { limitedText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { itemResponse, quickFindResult } from '../rest/shapes.ts'
import { quickFind } from '../usecases/quickFind/quickFind.ts'

export const quickFindRoutes = [
  defineRoute('get', '/quick-find', {
    graphqlOperation: 'Query.quickFind',
    access: 'property.read',
    summary: 'Find anything by what was typed',
    description:
      "Searches properties, leads, owners, contacts, parcels and users. A rep finds their own properties and leads, and colleagues' properties by address if the tenant shows them.",
    query: z.object({
      q: limitedText('q')
        .default('')
        .describe('Parts of words, or the beginning of a parcel id. At most 200 characters are used.'),
      limit: z.coerce
        .number()
        .int()
        .optional()
        .describe('Maximum number of items in each group, at most 20. Defaults to 5.'),
    }),
    response: itemResponse(quickFindResult),
    handle: async (ctx, { query: { q, limit } }) => ({ data: await quickFind(ctx, q, limit) }),
  }),
]
