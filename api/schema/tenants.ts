import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { PageInfo, maybe } from './common.ts'

@ObjectType({ description: 'A company that uses Porchlight.' })
export class Tenant {
  @Field(() => ID) id!: string
  @Field() name!: string
  @Field() companyName!: string
  @Field({ description: 'IANA name; the periods of every figure are counted in it.' }) timeZone!: string
  @Field(() => GraphQLDateTimeISO) createdAt!: Date
}

@ObjectType({ description: 'What stands in a tenant now.' })
export class TenantStats {
  @Field(() => ID) tenantId!: string
  @Field(() => Int, { description: 'Accounts, blocked ones included.' }) users!: number
  @Field(() => Int) activeUsers!: number
  @Field(() => Int) properties!: number
  @Field(() => Int) leads!: number
  @Field(() => Int) newLeads!: number
  @Field(() => Int) contactedLeads!: number
  @Field(() => Int) completedLeads!: number
  @Field(() => Int, { description: 'Events in its activity log.' }) apiCalls!: number
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'When its log was last written to.' })
  lastActivityAt!: Date | null
}

@ObjectType()
export class TenantEdge {
  @Field() cursor!: string
  @Field(() => Tenant) node!: Tenant
}

@ObjectType({ description: 'A page of tenants, newest first.' })
export class TenantConnection {
  @Field(() => [TenantEdge]) edges!: TenantEdge[]
  @Field(() => PageInfo) pageInfo!: PageInfo
}

@InputType()
export class CreateTenantInput {
  @Field() name!: string
  @Field(() => String, { ...maybe, description: 'The name where it is left out.' }) companyName?: string | null
  @Field(() => String, { ...maybe, description: 'America/Indiana/Indianapolis where it is left out.' })
  timeZone?: string | null
}

@InputType({ description: 'What is left out stays as it is.' })
export class UpdateTenantInput {
  @Field(() => String, maybe) name?: string | null
  @Field(() => String, maybe) companyName?: string | null
  @Field(() => String, maybe) timeZone?: string | null
}
