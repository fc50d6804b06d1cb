import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { PageInfo, maybe } from './common.ts'

@ObjectType({ description: 'A company that uses Porchlight.' })
export class Tenant {
  @Field(() => ID, { description: 'Send it as `X-Tenant-Id` to work in this tenant, as a global admin.' }) id!: string
  @Field({ description: 'Its short name, shown beside the product title.' }) name!: string
  @Field({ description: 'Its name in full, as letters carry it.' }) companyName!: string
  @Field({ description: 'IANA name; the periods of every figure are counted in it.' }) timeZone!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' }) createdAt!: Date
}

@ObjectType({ description: 'What stands in a tenant now.' })
export class TenantStats {
  @Field(() => ID, { description: 'The tenant it is about.' }) tenantId!: string
  @Field(() => Int, { description: 'Accounts, blocked ones included.' }) users!: number
  @Field(() => Int, { description: 'Accounts that may sign in.' }) activeUsers!: number
  @Field(() => Int, { description: 'Saved properties.' }) properties!: number
  @Field(() => Int, { description: 'Leads, whatever their status.' }) leads!: number
  @Field(() => Int, { description: 'Leads with status NEW.' }) newLeads!: number
  @Field(() => Int, { description: 'Leads with status CONTACTED.' }) contactedLeads!: number
  @Field(() => Int, { description: 'Leads with status COMPLETED.' }) completedLeads!: number
  @Field(() => Int, { description: 'Events in its activity log.' }) apiCalls!: number
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'When its log was last written to.' })
  lastActivityAt!: Date | null
}

@ObjectType({ description: 'A tenant in a page, with its cursor.' })
export class TenantEdge {
  @Field({ description: 'Give it as `after` to read on behind this item.' }) cursor!: string
  @Field(() => Tenant, { description: 'A tenant itself.' }) node!: Tenant
}

@ObjectType({ description: 'A page of tenants, newest first.' })
export class TenantConnection {
  @Field(() => [TenantEdge], { description: 'Newest first.' }) edges!: TenantEdge[]
  @Field(() => PageInfo, { description: 'Whether there is more, and where to read on.' }) pageInfo!: PageInfo
}

@InputType({ description: 'A tenant to be made.' })
export class CreateTenantInput {
  @Field({ description: 'Its short name, at most 200 characters.' }) name!: string
  @Field(() => String, { ...maybe, description: 'The name where it is left out.' }) companyName?: string | null
  @Field(() => String, { ...maybe, description: 'America/Indiana/Indianapolis where it is left out.' })
  timeZone?: string | null
}

@InputType({ description: 'What is left out stays as it is.' })
export class UpdateTenantInput {
  @Field(() => String, { ...maybe, description: 'Its short name, at most 200 characters.' }) name?: string | null
  @Field(() => String, { ...maybe, description: 'Its name in full, at most 200 characters.' }) companyName?:
    string | null
  @Field(() => String, {
    ...maybe,
    description: 'IANA name, such as America/Chicago. Periods are counted anew in it; nothing that happened changes.',
  })
  timeZone?: string | null
}
