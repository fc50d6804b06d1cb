import { Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { ApiKey, CreateApiKeyInput, NewApiKey } from '../schema/apiKeys.ts'
import { IdArg, InputArg, MessageResult } from '../schema/common.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../usecases/apiKeys/apiKeys.ts'

@Resolver()
export class ApiKeysResolver {
  @Query(() => [ApiKey], {
    description: 'API keys of the caller, newest first. Includes expired keys, but not revoked ones.',
  })
  apiKeys(@Ctx('ctx') ctx: Context): Promise<ApiKey[]> {
    return listApiKeys(ctx)
  }

  @Mutation(() => NewApiKey, {
    description:
      'Creates an API key that acts as the caller. Requires a signed-in session: an API key fails with FORBIDDEN. Fails with CONFLICT if the caller already has 20 unexpired keys.',
  })
  createApiKey(
    @Ctx('ctx') ctx: Context,
    @InputArg(CreateApiKeyInput, 'Name, scope and expiry of the key.') input: CreateApiKeyInput,
  ): Promise<NewApiKey> {
    return createApiKey(ctx, input)
  }

  @Mutation(() => MessageResult, {
    description:
      'Revokes an API key of the caller; open WebSockets that use it close within a second. Requires a signed-in session: an API key fails with FORBIDDEN.',
  })
  async revokeApiKey(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the key, not the key itself.') id: string,
  ): Promise<MessageResult> {
    await revokeApiKey(ctx, id)
    return { message: messages.apiKeyRevoked }
  }
}
