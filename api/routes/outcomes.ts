import { z } from 'zod'
import { knockOutcomes, outcomeColors, outcomeMarks } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { listOf } from '../rest/present.ts'
import { optionalText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { itemResponse, listResponse, messageAndItemResponse, outcome } from '../rest/shapes.ts'
import { listOutcomes, retireOutcome, saveOutcome } from '../usecases/outcomes/outcomes.ts'

const outcomeInput = z
  .object({
    name: optionalText('name').describe('At most 40 characters; required for a new outcome.'),
    mark: z.enum(outcomeMarks).nullish().describe('Its glyph. Defaults to that of its meaning.'),
    color: z.enum(outcomeColors).nullish().describe('Its color. Defaults to that of its meaning.'),
    meaning: z
      .enum(knockOutcomes)
      .nullish()
      .describe('What it counts as; required for a new outcome, and cannot be changed afterwards.'),
    position: z
      .int()
      .min(1)
      .max(1_000)
      .nullish()
      .describe('Its place, from 1, among the own outcomes in use; last by default.'),
  })
  .meta({ id: 'OutcomeInput', example: { name: 'Gate locked', mark: 'lock', color: 'slate', meaning: 'nobody_home' } })

const params = { id: 'Id of the own outcome.' }
const errors = {
  409: 'An outcome in use has this name.',
  422: 'The name is blank or too long, the meaning would change, 15 own outcomes are in use, or no tenant was chosen.',
}

export const outcomeRoutes = [
  defineRoute('get', '/outcomes', {
    graphqlOperation: 'Query.outcomes',
    access: 'outcome.read',
    summary: 'List outcomes',
    description: "The built-in outcomes of a knock, then the tenant's own in its order, then the retired ones.",
    response: listResponse(outcome),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => listOf(await listOutcomes(ctx)),
  }),
  defineRoute('post', '/outcomes', {
    graphqlOperation: 'Mutation.saveOutcome',
    access: 'outcome.manage',
    summary: 'Add an outcome',
    description: 'At most 15 own outcomes are in use.',
    body: outcomeInput,
    response: itemResponse(outcome),
    status: 201,
    errors,
    handle: async (ctx, { body }) => ({ data: await saveOutcome(ctx, body) }),
  }),
  defineRoute('put', '/outcomes/:id', {
    operationId: 'updateOutcome',
    access: 'outcome.manage',
    summary: 'Change an outcome',
    description: 'Omitted fields are unchanged. A retired outcome is in use again.',
    params,
    body: outcomeInput,
    response: itemResponse(outcome),
    errors,
    handle: async (ctx, { params: { id }, body }) => ({ data: await saveOutcome(ctx, { ...body, id: id! }) }),
  }),
  defineRoute('delete', '/outcomes/:id', {
    graphqlOperation: 'Mutation.retireOutcome',
    access: 'outcome.manage',
    summary: 'Retire an outcome',
    description: 'It can no longer be chosen. Knocks keep its name; those from before, sent later, are still accepted.',
    params,
    response: messageAndItemResponse(outcome),
    errors: { 422: 'The outcome is built-in, or no tenant was chosen.' },
    handle: async (ctx, { params: { id } }) => ({
      message: messages.outcomeRetired,
      data: await retireOutcome(ctx, id!),
    }),
  }),
]
