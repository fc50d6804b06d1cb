import 'reflect-metadata'
import type { GraphQLSchema } from 'graphql'
import { buildSchema } from 'type-graphql'
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
export function makeSchema(): Promise<GraphQLSchema> {
  return buildSchema({
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
    pubSub: { publish: () => undefined, subscribe: () => never() },
  })
}

/** Every subscription names its own source; type-graphql asks for a pub/sub all the same. */
async function* never(): AsyncGenerator<never> {}
