import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { messages } from '../domain/messages.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { ApiKey, CreateApiKeyInput, NewApiKey } from '../schema/apiKeys.ts'
import { MessageResult } from '../schema/common.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../usecases/apiKeys/apiKeys.ts'

@Resolver()
export class ApiKeysResolver {
  @Query(() => [ApiKey], {
    description: 'API keys of the caller, newest first. Includes expired keys, but not revoked ones.',
  })
  apiKeys(@Ctx() { ctx }: ResolverContext): Promise<ApiKey[]> {
    return listApiKeys(ctx)
  }

  @Mutation(() => NewApiKey, {
    description:
      'Creates an API key that acts as the caller. Requires a signed-in session: an API key fails with FORBIDDEN. Fails with CONFLICT if the caller already has 20 unexpired keys.',
  })
  createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'Name, scope and expiry of the key.' })
    input: CreateApiKeyInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<NewApiKey> {
    return createApiKey(ctx, input)
  }

  @Mutation(() => MessageResult, {
    description:
      'Revokes an API key of the caller; open WebSockets that use it close within a second. Requires a signed-in session: an API key fails with FORBIDDEN.',
  })
  async revokeApiKey(
    @Arg('id', () => ID, { description: 'Id of the key, not the key itself.' }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await revokeApiKey(ctx, id)
    return { message: messages.apiKeyRevoked }
  }
}
