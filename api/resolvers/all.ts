import 'reflect-metadata'
import type { GraphQLObjectType, GraphQLSchema } from 'graphql'
import { GraphQLDateTimeISO } from 'graphql-scalars'
import { buildSchema, getMetadataStorage } from 'type-graphql'
import { ActivityConnectionResolver, ActivityResolver } from './activity.ts'
import { ApiKeysResolver } from './apiKeys.ts'
import { AuthResolver, SessionConnectionResolver } from './auth.ts'
import { SignUpResolver } from './signUp.ts'
import { InvitationConnectionResolver, InvitationsResolver } from './invitations.ts'
import { ForgettingResolver } from './forgetting.ts'
import { ImportDetailsResolver, ImportRowConnectionResolver, ImportsResolver } from './imports.ts'
import { ParcelImportsResolver } from './parcelImports.ts'
import { ExportsResolver } from './exports.ts'
import { JobsResolver } from './jobs.ts'
import { KnockResolver, KnockingResolver } from './knocking.ts'
import { LeadConnectionResolver, LeadNoteResolver, LeadsResolver } from './leads.ts'
import { LocatingResolver } from './locating.ts'
import { MailsResolver } from './mails.ts'
import { PerformanceResolver } from './performance.ts'
import { PrintingResolver } from './printing.ts'
import {
  MapMarkerResolver,
  PropertiesResolver,
  PropertyConnectionResolver,
  PropertyHistoryResolver,
  PropertyMapResolver,
} from './properties.ts'
import { QuickFindResolver } from './quickFind.ts'
import { DoNotKnockMarkConnectionResolver, DoNotKnockResolver } from './doNotKnock.ts'
import { OutcomesResolver } from './outcomes.ts'
import { WalkingRoutesResolver } from './walkingRoutes.ts'
import { PermitsResolver } from './permits.ts'
import { RecordedAboutMeResolver, RecordedConnectionResolver } from './recordedAboutMe.ts'
import { RegistriesResolver, RegistryEntryConnectionResolver, RegistryJobsResolver } from './registries.ts'
import {
  PassConnectionResolver,
  PassesResolver,
  TerritoriesResolver,
  TerritoryConnectionResolver,
} from './territories.ts'
import { SavedViewsResolver } from './savedViews.ts'
import { SyncResolver } from './sync.ts'
import { TemplatesResolver } from './templates.ts'
import { TenantConnectionResolver, TenantsResolver } from './tenants.ts'
import { UsageResolver } from './usage.ts'
import { UserConnectionResolver, UsersResolver } from './users.ts'
import { WebhookDeliveryConnectionResolver, WebhooksResolver } from './webhooks.ts'

/** Builds the GraphQL schema with its resolvers. `schema.graphql` is its printed form. */
export async function makeSchema(): Promise<GraphQLSchema> {
  // Plain fields do not need type-graphql's wrapper, which slows down long lists.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true
  const schema = await buildSchema({
    resolvers: [
      AuthResolver,
      SessionConnectionResolver,
      ApiKeysResolver,
      UsersResolver,
      UserConnectionResolver,
      InvitationsResolver,
      InvitationConnectionResolver,
      SignUpResolver,
      TenantsResolver,
      TenantConnectionResolver,
      ParcelImportsResolver,
      ActivityResolver,
      ActivityConnectionResolver,
      PropertiesResolver,
      PropertyConnectionResolver,
      PropertyHistoryResolver,
      MapMarkerResolver,
      PropertyMapResolver,
      LeadsResolver,
      LeadConnectionResolver,
      LeadNoteResolver,
      MailsResolver,
      DoNotKnockResolver,
      ForgettingResolver,
      DoNotKnockMarkConnectionResolver,
      OutcomesResolver,
      PermitsResolver,
      RecordedAboutMeResolver,
      RecordedConnectionResolver,
      RegistriesResolver,
      RegistryEntryConnectionResolver,
      RegistryJobsResolver,
      SavedViewsResolver,
      TerritoriesResolver,
      WalkingRoutesResolver,
      TerritoryConnectionResolver,
      PassesResolver,
      PassConnectionResolver,
      TemplatesResolver,
      ExportsResolver,
      JobsResolver,
      ImportsResolver,
      ImportDetailsResolver,
      ImportRowConnectionResolver,
      PrintingResolver,
      LocatingResolver,
      QuickFindResolver,
      KnockingResolver,
      KnockResolver,
      SyncResolver,
      PerformanceResolver,
      UsageResolver,
      WebhooksResolver,
      WebhookDeliveryConnectionResolver,
    ],
    // Use cases validate the input; GraphQL checks only its types.
    validate: false,
    pubSub: { publish: () => undefined, subscribe: () => neverPublish() },
  })
  returnLoadedLeads(schema)
  GraphQLDateTimeISO.serialize = serializeDate
  // type-graphql creates the root types itself and offers no option for their descriptions.
  for (const [name, description] of Object.entries(rootDescriptions)) schema.getType(name)!.description = description
  return schema
}

/** Returns the leads that were read with a list of properties at once: type-graphql would await the argument of each. */
function returnLoadedLeads(schema: GraphQLSchema): void {
  const field = (schema.getType('Property') as GraphQLObjectType<{ leads?: unknown[] }>).getFields()['leads']!
  const load = field.resolve!
  field.resolve = (property, args, ...rest) =>
    property.leads?.slice(0, Math.max(args['first'] as number, 1)) ?? load(property, args, ...rest)
}

/** JSON.stringify takes several times as long for a Date as for its text. */
function serializeDate(value: unknown): string {
  return (value instanceof Date ? value : new Date(value as string)).toISOString()
}

const rootDescriptions = {
  Query:
    'Read operations. They fail with FORBIDDEN if the caller lacks permission, and with NOT_FOUND if an id is unknown or belongs to another tenant.',
  Mutation: 'Write operations. Each is recorded in the activity log. A read-only API key cannot use them.',
  Subscription:
    'Live updates over graphql-ws, at the same path as queries. Run the corresponding query first; the complete result is sent each time it changes.',
}

/** Unused, because every subscription has its own source, but type-graphql requires a pub/sub. */
async function* neverPublish(): AsyncGenerator<never> {}
