import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { messages } from '../domain/messages.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../usecases/apiKeys/apiKeys.ts'
import { ApiKey, CreateApiKeyInput, NewApiKey } from '../schema/apiKeys.ts'
import { MessageResult } from '../schema/common.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver()
export class ApiKeysResolver {
  @Query(() => [ApiKey], {
    description: "The caller's own API keys, newest first: expired ones too, revoked ones not.",
  })
  apiKeys(@Ctx() { ctx }: ResolverContext): Promise<ApiKey[]> {
    return listApiKeys(ctx)
  }

  @Mutation(() => NewApiKey, {
    description:
      'Makes a key that acts for the caller. For who signed in: a key makes no keys (FORBIDDEN). At most 20 that have not expired (CONFLICT).',
  })
  createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'Its name, scope and expiry.' }) input: CreateApiKeyInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<NewApiKey> {
    return createApiKey(ctx, input)
  }

  @Mutation(() => MessageResult, {
    description:
      "Ends one of the caller's own keys, within a second on open sockets too. For who signed in: a key revokes no keys (FORBIDDEN).",
  })
  async revokeApiKey(
    @Arg('id', () => ID, { description: 'The `id` of the key, not the key itself.' }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await revokeApiKey(ctx, id)
    return { message: messages.apiKeyRevoked }
  }
}
