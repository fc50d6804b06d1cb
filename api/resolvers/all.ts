import 'reflect-metadata'
import type { GraphQLSchema } from 'graphql'
import { buildSchema, getMetadataStorage } from 'type-graphql'
import { ActivityConnectionResolver, ActivityResolver } from './activity.ts'
import { ApiKeysResolver } from './apiKeys.ts'
import { AuthResolver } from './auth.ts'
import { KnockResolver, KnockingResolver } from './knocking.ts'
import { LeadConnectionResolver, LeadsResolver } from './leads.ts'
import { LocatingResolver, ParcelResolver } from './locating.ts'
import { PerformanceResolver } from './performance.ts'
import { PropertiesResolver, PropertyConnectionResolver, PropertyHistoryResolver } from './properties.ts'
import { SubscriptionsResolver } from './subscriptions.ts'
import { TenantConnectionResolver, TenantsResolver } from './tenants.ts'
import { UsageResolver } from './usage.ts'
import { UserConnectionResolver, UsersResolver } from './users.ts'
import { TemplatesResolver } from './templates.ts'

/** The GraphQL schema with its resolvers. `schema.graphql` is its printed form. */
export async function makeSchema(): Promise<GraphQLSchema> {
  // What is read off its object needs no resolver of type-graphql's around it, which lists of a hundred feel.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true
  const schema = await buildSchema({
    resolvers: [
      AuthResolver,
      ApiKeysResolver,
      UsersResolver,
      UserConnectionResolver,
      TenantsResolver,
      TenantConnectionResolver,
      ActivityResolver,
      ActivityConnectionResolver,
      PropertiesResolver,
      PropertyConnectionResolver,
      PropertyHistoryResolver,
      LeadsResolver,
      LeadConnectionResolver,
      TemplatesResolver,
      LocatingResolver,
      ParcelResolver,
      KnockingResolver,
      KnockResolver,
      PerformanceResolver,
      UsageResolver,
      SubscriptionsResolver,
    ],
    // Rules are the use cases' to check; the shape is GraphQL's own.
    validate: false,
    pubSub: { publish: () => undefined, subscribe: () => neverPublish() },
  })
  // type-graphql makes these three by itself and takes no words for them.
  for (const [name, description] of Object.entries(rootDescriptions)) schema.getType(name)!.description = description
  return schema
}

const rootDescriptions = {
  Query:
    'What can be read. Without permission the answer is FORBIDDEN; an unknown id, and one of another tenant, is NOT_FOUND.',
  Mutation:
    'What can be changed. Each is told in the activity log; an API key that may only read is refused all of them.',
  Subscription:
    'What is told as it happens, by graphql-ws on the path of the queries. Read a view by its query first: it is then sent whole each time it changes.',
}

/** Every subscription names its own source; type-graphql asks for a pub/sub all the same. */
async function* neverPublish(): AsyncGenerator<never> {}
