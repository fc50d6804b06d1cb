import { z } from 'zod'
import { apiKeyScopes } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { listOf } from '../rest/present.ts'
import { dateTime, limitedText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { messageResponse, id, listResponse, itemResponse, time } from '../rest/shapes.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../usecases/apiKeys/apiKeys.ts'

const scope = z
  .enum(apiKeyScopes)
  .describe(
    '`read`: GET routes, and POST routes that make no changes. `full`: everything its owner may do, except managing API keys and passwords.',
  )
  .meta({ id: 'ApiKeyScope' })

const apiKey = z
  .object({
    id: id.describe('Id of the key. It is not secret.'),
    name: z.string().describe('Name given by the owner; visible to the team in the activity log.'),
    scope,
    hint: z.string().describe('Last four characters of the key.'),
    created_at: time,
    expires_at: time.describe('When the key expires; requests then fail with 401.'),
    last_used_at: time.nullable().describe('Last use, accurate to the minute; null if the key was never used.'),
  })
  .meta({
    id: 'ApiKey',
    description:
      'A personal API key. It acts as its owner, and ends when the owner moves to another tenant, gets a role with fewer permissions, or is blocked.',
  })

const newKey = z
  .object({
    name: limitedText('name').describe('What the key is for, at most 200 characters.'),
    scope,
    expires_in_days: z.int().nullish().describe('Lifetime in days, 1 to 366. Set either this or `expires_at`.'),
    expires_at: dateTime
      .nullish()
      .describe('Expiry time, at most one year from now. Set either this or `expires_in_days`.'),
  })
  .meta({ id: 'NewApiKey', example: { name: 'Nightly export', scope: 'read', expires_in_days: 90 } })

const createdKey = z
  .object({
    token: z.string().describe('The key itself. It cannot be read again, so store it securely.'),
    api_key: apiKey,
  })
  .meta({ id: 'MadeApiKey', description: 'A newly created API key.' })

export const apiKeyRoutes = [
  defineRoute('get', '/api-keys', {
    graphqlOperation: 'Query.apiKeys',
    access: 'apiKey.manage',
    summary: 'List your API keys',
    description: 'Newest first. Includes expired keys, but not revoked ones.',
    response: listResponse(apiKey),
    handle: async (ctx) => listOf(await listApiKeys(ctx)),
  }),
  defineRoute('post', '/api-keys', {
    graphqlOperation: 'Mutation.createApiKey',
    access: 'apiKey.manage',
    summary: 'Create an API key',
    description:
      'Requires a signed-in session: an API key fails with 403. Send the new key as `Authorization: Bearer`, like a session token.',
    body: newKey,
    response: itemResponse(createdKey),
    status: 201,
    errors: { 409: 'The caller already has 20 unexpired keys.', 422: 'The name is blank, or the expiry is invalid.' },
    async handle(ctx, { body }) {
      const { name, scope, expires_in_days: expiresInDays, expires_at: expiresAt } = body
      return { data: await createApiKey(ctx, { name, scope, expiresInDays, expiresAt }) }
    },
  }),
  defineRoute('delete', '/api-keys/:id', {
    graphqlOperation: 'Mutation.revokeApiKey',
    access: 'apiKey.manage',
    summary: 'Revoke an API key',
    description:
      'Takes effect immediately; open WebSockets that use the key close within a second. Requires a signed-in session: an API key fails with 403.',
    params: { id: 'Id of the key, not the key itself.' },
    response: messageResponse,
    async handle(ctx, { params }) {
      await revokeApiKey(ctx, params['id']!)
      return { message: messages.apiKeyRevoked }
    },
  }),
]
