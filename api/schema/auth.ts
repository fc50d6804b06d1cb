import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, ObjectType } from 'type-graphql'
import type { Role } from '../domain/words.ts'
import { maybe } from './common.ts'
import { RoleEnum } from './enums.ts'
import { Tenant } from './tenants.ts'

@ObjectType({ description: 'What may be offered to who is signed in, in the role they view the app as.' })
export class Abilities {
  @Field() viewAllProperties!: boolean
  @Field() createProperties!: boolean
  @Field() editProperties!: boolean
  @Field() deleteProperties!: boolean
  @Field() batchPrint!: boolean
  @Field() deleteLeads!: boolean
  @Field() manageTemplates!: boolean
  @Field() listUsers!: boolean
  @Field() addUsers!: boolean
  @Field(() => [RoleEnum], { description: 'What the role field of a new account offers.' }) assignableRoles!: Role[]
  @Field() manageUsers!: boolean
  @Field() manageTenants!: boolean
  @Field() readActivity!: boolean
  @Field() setTargets!: boolean
  @Field() readCosts!: boolean
  @Field() changeCosts!: boolean
  @Field() compareTenants!: boolean
  @Field() viewAs!: boolean
  @Field() mockData!: boolean
  @Field() isAdmin!: boolean
}

@ObjectType({ description: 'Who is signed in.' })
export class Me {
  @Field(() => ID) id!: string
  @Field() email!: string
  @Field() fullName!: string
  @Field(() => RoleEnum, { description: 'The role of the account.' }) role!: Role
  @Field(() => RoleEnum, { description: 'The role the app is viewed as.' }) effectiveRole!: Role
  @Field() isAdmin!: boolean
  @Field() isOwner!: boolean
  @Field(() => String, maybe) phone!: string | null
  @Field() mustChangePassword!: boolean
  @Field(() => Tenant, maybe) tenant!: Tenant | null
  @Field(() => Abilities) abilities!: Abilities
}

@ObjectType({ description: 'An opened session; it ends after 24 hours.' })
export class LoginResult {
  @Field({ description: 'Send it as Bearer token. It is shown only here.' }) accessToken!: string
  @Field() tokenType!: string
  @Field(() => GraphQLDateTimeISO) expiresAt!: Date
  @Field() mustChangePassword!: boolean
  @Field(() => Me) user!: Me
}
