import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { ApiKeyScope } from '../domain/enums.ts'
import { nullable } from './common.ts'
import { ApiKeyScopeEnum } from './enums.ts'

@ObjectType({
  description:
    "A personal API key. It acts as its owner, with the owner's current permissions, and is sent as a Bearer token. It ends when its owner moves to another tenant, gets a role with fewer permissions, or is blocked.",
})
export class ApiKey {
  @Field(() => ID, { description: 'Id of the key, used by `revokeApiKey` and in the activity log. It is not secret.' })
  id!: string
  @Field({ description: 'Name given by the owner; visible to the team in the activity log.' }) name!: string
  @Field(() => ApiKeyScopeEnum, { description: 'Whether the key may make changes.' }) scope!: ApiKeyScope
  @Field({ description: 'Last four characters of the key.' }) hint!: string
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'When the key expires; requests then fail with UNAUTHENTICATED.' })
  expiresAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('Last use, accurate to the minute; null if the key was never used.'))
  lastUsedAt!: Date | null
}

@InputType({ description: 'An API key to create. Set exactly one of `expiresInDays` and `expiresAt`.' })
export class CreateApiKeyInput {
  @Field({ description: 'What the key is for, at most 200 characters.' }) name!: string
  @Field(() => ApiKeyScopeEnum, { description: 'Whether the key may make changes.' }) scope!: ApiKeyScope
  @Field(() => Int, nullable('Lifetime in days, 1 to 366.')) expiresInDays?: number | null
  @Field(() => GraphQLDateTimeISO, nullable('Expiry time, at most one year from now.')) expiresAt?: Date | null
}

@ObjectType({ description: 'A newly created API key.' })
export class NewApiKey {
  @Field({
    description: 'The key itself: `plk_` followed by 43 characters. It cannot be read again, so store it securely.',
  })
  token!: string
  @Field(() => ApiKey, { description: "The key's metadata." }) apiKey!: ApiKey
}

@ObjectType({ description: 'Reference to the API key that was used.' })
export class ApiKeyRef {
  @Field(() => ID, { description: 'Id of the key, as in `apiKeys`.' }) id!: string
  @Field({ description: 'Name given by the owner.' }) name!: string
}
