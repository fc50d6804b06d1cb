import { z } from 'zod'
import { limitedText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { itemResponse } from '../rest/shapes.ts'
import { readDataRetention, setDataRetention } from '../usecases/forgetting/dataRetention.ts'
import { forgetHousehold } from '../usecases/forgetting/forgetHousehold.ts'
import { readForgottenProperties } from '../usecases/forgetting/forgottenProperties.ts'
import { printReceipt } from '../usecases/forgetting/receipts.ts'

const params = { id: 'Id of the property.' }

const forgottenHousehold = z
  .object({ receipt_url: z.string().describe('Path of the receipt, a PDF document.') })
  .meta({ id: 'ForgottenHousehold', description: 'What is kept of a household that was forgotten.' })

const forgottenProperties = z
  .object({
    property_ids: z.array(z.string()).describe('Those that were forgotten in the last 31 days, the latest first.'),
  })
  .meta({
    id: 'ForgottenProperties',
    description:
      'The properties that were forgotten of late, of which programs and devices must delete what they keep.',
  })

const dataRetention = z
  .object({
    photo_months: z.int().nullable().describe('How long photos are kept, in months; null for ever.'),
    position_days: z.int().describe('How long the positions of knocks and sessions are kept, in days.'),
  })
  .meta({ id: 'DataRetention', description: 'How long a company keeps what reps record in the field.' })

export const forgettingRoutes = [
  defineRoute('post', '/properties/:id/forget', {
    graphqlOperation: 'Mutation.forgetHousehold',
    access: 'household.forget',
    summary: 'Forget a household',
    description:
      'Erases the property and the names, contacts, notes, leads, photos and positions that belong to it, with all files of exports and imports that are kept. Metrics stay as they are. The address is kept as a keyed hash: an import of it creates nothing, and who saves it by hand gets no data of the household. This cannot be undone. Forgetting it again only answers the receipt.',
    params,
    body: z
      .object({
        reason: limitedText('reason').describe('Why, for the receipt, without a name; at most 500 characters.'),
      })
      .meta({ id: 'HouseholdToForget', example: { reason: 'Asked by letter on November 2.' } }),
    response: itemResponse(forgottenHousehold),
    errors: {
      404: 'The property does not exist.',
      409: 'An import is running, or the property was changed meanwhile.',
      422: 'The reason is blank, or no tenant was chosen.',
    },
    handle: async (ctx, { params: { id }, body: { reason } }) => {
      const { receiptUrl } = await forgetHousehold(ctx, id!, reason)
      return { data: { receiptUrl } }
    },
  }),
  defineRoute('get', '/properties/:id/forget-receipt', {
    operationId: 'downloadForgetReceipt',
    access: 'household.forget',
    summary: 'Download the receipt of a household that was forgotten',
    description: 'What was erased, when, by whom and why; not the erased data.',
    params,
    response: { files: { 'application/pdf': 'The receipt.' } },
    errors: { 404: 'No household of this property was forgotten.' },
    async handle(ctx, { params: { id }, response }) {
      const receipt = await printReceipt(ctx, id!)
      response.setHeader('Content-Type', 'application/pdf')
      response.setHeader('Content-Disposition', 'attachment; filename="household-forgotten.pdf"')
      response.send(receipt)
    },
  }),
  defineRoute('get', '/forgotten-properties', {
    graphqlOperation: 'Query.forgottenProperties',
    access: 'tenant.current',
    summary: 'List the properties that were forgotten of late',
    description: 'Delete what you keep of them. The ids alone are left; at most 10,000.',
    response: itemResponse(forgottenProperties),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => ({ data: await readForgottenProperties(ctx) }),
  }),
  defineRoute('get', '/data-retention', {
    graphqlOperation: 'Query.dataRetention',
    access: 'tenant.current',
    summary: 'Read how long photos and positions are kept',
    response: itemResponse(dataRetention),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => ({ data: await readDataRetention(ctx) }),
  }),
  defineRoute('put', '/data-retention', {
    graphqlOperation: 'Mutation.setDataRetention',
    access: 'tenant.changeSettings',
    summary: 'Set how long photos and positions are kept',
    description: 'Omitted fields are unchanged. What is older is erased within a day.',
    body: z
      .object({
        photo_months: z.int().nullish().describe('1 to 120 months; null for ever.'),
        position_days: z.int().optional().describe('1 to 365 days.'),
      })
      .meta({ id: 'DataRetentionInput', example: { photo_months: 12, position_days: 30 } }),
    response: itemResponse(dataRetention),
    errors: { 422: 'A number is too small or too large, or no tenant was chosen.' },
    handle: async (ctx, { body: { photo_months: photoMonths, position_days: positionDays } }) => ({
      data: await setDataRetention(ctx, {
        ...(photoMonths !== undefined && { photoMonths }),
        ...(positionDays !== undefined && { positionDays }),
      }),
    }),
  }),
]
