import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { ApiKeyScope } from '../domain/enums.ts'
import { maybe } from './common.ts'
import { ApiKeyScopeEnum } from './enums.ts'

@ObjectType({
  description:
    'A personal key for programs. It acts for its owner with the permissions the owner has at that moment, and is sent as Bearer token like that of a session.',
})
export class ApiKey {
  @Field(() => ID, {
    description: 'Identifies the key, as `revokeApiKey` and the activity log name it; it is no secret.',
  })
  id!: string
  @Field({ description: 'What its owner calls it; colleagues read it in the activity log.' }) name!: string
  @Field(() => ApiKeyScopeEnum, { description: 'Whether it may change anything.' }) scope!: ApiKeyScope
  @Field({ description: 'The last four characters of the key, to tell keys apart.' }) hint!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'From this moment on it is answered UNAUTHENTICATED.' })
  expiresAt!: Date
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'To the minute; null for one that was never used.' })
  lastUsedAt!: Date | null
}

@InputType({ description: 'A key to be made. Exactly one of `expiresInDays` and `expiresAt` says when it ends.' })
export class CreateApiKeyInput {
  @Field({ description: 'Up to 200 characters: what the key is for.' }) name!: string
  @Field(() => ApiKeyScopeEnum, { description: 'Whether it may change anything.' }) scope!: ApiKeyScope
  @Field(() => Int, { ...maybe, description: 'Days from now, 1 to 366.' }) expiresInDays?: number | null
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'A time in the future, at most a year away.' })
  expiresAt?: Date | null
}

@ObjectType({ description: 'A key that was just made.' })
export class NewApiKey {
  @Field({
    description: 'The key itself, `plk_` and 43 characters. It is told only here: keep it where secrets are kept.',
  })
  token!: string
  @Field(() => ApiKey, { description: 'What is known of it from now on.' }) apiKey!: ApiKey
}

@ObjectType({ description: 'The key that something was done with.' })
export class ApiKeyRef {
  @Field(() => ID, { description: 'The id that `apiKeys` gives its owner.' }) id!: string
  @Field({ description: 'What its owner calls it.' }) name!: string
}
