import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { nullable, Edge, Page } from './common.ts'

@ObjectType({ description: 'A tenant: a company that uses Porchlight.' })
export class Tenant {
  @Field(() => ID, {
    description: 'Id of the tenant. A global admin sends it as `X-Tenant-Id` to work in this tenant.',
  })
  id!: string
  @Field({ description: 'Short name, shown next to the product name.' }) name!: string
  @Field({ description: 'Full company name, printed on letters.' }) companyName!: string
  @Field({ description: 'IANA name of the time zone in which periods are computed.' }) timeZone!: string
  @Field({
    description:
      'Whether reps see the properties of their colleagues on the map, with number, status and last outcome, and may knock there.',
  })
  teamDoorsVisible!: boolean
  @Field({ description: 'Whether its users must sign in with two factors.' }) requireTwoFactors!: boolean
  @Field({ description: 'Whether a rep without a territory may take the nearest open doors for a day.' })
  allowNearestDoors!: boolean
  @Field(() => String, nullable('Where its office is, on one line; null if nobody has said it.')) address?:
    string | null
  @Field(
    () => String,
    nullable('Path of the logo, a PNG that needs no session; null without one. It changes with the logo.'),
  )
  logoUrl?: string | null
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('Time at which the tenant was archived; null while it is in use.'))
  archivedAt?: Date | null
}

@ObjectType({ description: 'Counts of the current records of a tenant.' })
export class TenantStats {
  @Field(() => ID, { description: 'Id of the tenant.' }) tenantId!: string
  @Field(() => Int, { description: 'Accounts, including blocked accounts.' }) users!: number
  @Field(() => Int, { description: 'Accounts that can sign in.' }) activeUsers!: number
  @Field(() => Int, { description: 'Saved properties.' }) properties!: number
  @Field(() => Int, { description: 'Leads of every status.' }) leads!: number
  @Field(() => Int, { description: 'Leads with status NEW.' }) newLeads!: number
  @Field(() => Int, { description: 'Leads with status CONTACTED.' }) contactedLeads!: number
  @Field(() => Int, { description: 'Leads with status COMPLETED.' }) completedLeads!: number
  @Field(() => Int, { description: 'Events in the activity log of the tenant.' }) apiCalls!: number
  @Field(() => GraphQLDateTimeISO, nullable('Time of the latest event; null if there is none.'))
  lastActivityAt!: Date | null
}

@ObjectType({ description: 'A tenant with its pagination cursor.' })
export class TenantEdge extends Edge {
  @Field(() => Tenant, { description: 'The tenant at this cursor.' }) node!: Tenant
}

@ObjectType({ description: 'A page of tenants, newest first.' })
export class TenantConnection extends Page {
  @Field(() => [TenantEdge], { description: 'Items, newest first.' }) edges!: TenantEdge[]
}

@InputType({ description: 'A tenant to create.' })
export class CreateTenantInput {
  @Field({ description: 'Short name, at most 200 characters.' }) name!: string
  @Field(() => String, nullable('Full company name. Defaults to the short name.')) companyName?: string | null
  @Field(() => String, nullable('IANA name. Defaults to America/Indiana/Indianapolis.')) timeZone?: string | null
  @Field(() => Boolean, nullable('Whether reps see the properties of their colleagues on the map. Defaults to true.'))
  teamDoorsVisible?: boolean | null
  @Field(() => Boolean, nullable('Whether its users must sign in with two factors. Defaults to false.'))
  requireTwoFactors?: boolean | null
  @Field(
    () => Boolean,
    nullable('Whether a rep without a territory may take the nearest open doors for a day. Defaults to false.'),
  )
  allowNearestDoors?: boolean | null
  @Field(() => String, nullable('Where its office is, on one line.')) address?: string | null
}

@InputType({ description: 'Omitted fields are unchanged.' })
export class UpdateTenantInput {
  @Field(() => String, nullable('Short name, at most 200 characters.')) name?: string | null
  @Field(() => String, nullable('Full company name, at most 200 characters.')) companyName?: string | null
  @Field(() => String, {
    nullable: true,
    description:
      'IANA name, such as America/Chicago. Periods are recomputed in the new time zone; recorded events are unchanged.',
  })
  timeZone?: string | null
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether reps see the properties of their colleagues on the map. An owner may change it.',
  })
  teamDoorsVisible?: boolean | null
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its users must sign in with two factors. An owner may change it. Who has not set them up must do so at once: other operations fail with TWO_FACTORS_REQUIRED.',
  })
  requireTwoFactors?: boolean | null
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a rep without a territory may take the nearest open doors for a day. An owner may change it.',
  })
  allowNearestDoors?: boolean | null
  @Field(() => String, nullable('Where its office is, on one line. An empty text removes it.')) address?: string | null
}
