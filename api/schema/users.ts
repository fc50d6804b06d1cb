import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { AccountStatus, Role } from '../domain/words.ts'
import { PageInfo, maybe } from './common.ts'
import { AccountStatusEnum, RoleEnum } from './enums.ts'
import { Tenant } from './tenants.ts'

@ObjectType({ description: 'An account, as user management shows it.' })
export class User {
  @Field(() => ID) id!: string
  @Field() email!: string
  @Field() fullName!: string
  @Field(() => RoleEnum) role!: Role
  @Field(() => AccountStatusEnum) status!: AccountStatus
  @Field(() => Tenant, { ...maybe, description: 'Null for a global admin and for who waits.' }) tenant!: Tenant | null
  @Field(() => String, maybe) phone!: string | null
  @Field({ description: 'The next sign-in has to set a new password.' }) mustChangePassword!: boolean
  @Field(() => GraphQLDateTimeISO) createdAt!: Date
}

@ObjectType()
export class UserEdge {
  @Field() cursor!: string
  @Field(() => User) node!: User
}

@ObjectType({ description: 'A page of accounts, newest first.' })
export class UserConnection {
  @Field(() => [UserEdge]) edges!: UserEdge[]
  @Field(() => PageInfo) pageInfo!: PageInfo
}

@InputType()
export class UserFilter {
  @Field(() => ID, { ...maybe, description: 'For a global admin: the accounts of one tenant.' })
  tenantId?: string | null
  @Field(() => RoleEnum, maybe) role?: Role | null
  @Field(() => AccountStatusEnum, maybe) status?: AccountStatus | null
}

@InputType({ description: 'An account that is active at once and sets a password of its own at its first sign-in.' })
export class CreateUserInput {
  @Field() email!: string
  @Field() password!: string
  @Field() fullName!: string
  @Field(() => RoleEnum) role!: Role
  @Field(() => ID, { ...maybe, description: "The actor's own tenant, or the chosen one, where it is left out." })
  tenantId?: string | null
  @Field(() => String, maybe) phone?: string | null
}

@InputType({ description: 'What is left out stays as it is; a blank password too.' })
export class UpdateUserInput {
  @Field(() => String, maybe) fullName?: string | null
  @Field(() => RoleEnum, maybe) role?: Role | null
  @Field(() => ID, { ...maybe, description: 'Null takes the account out of its tenant.' }) tenantId?: string | null
  @Field(() => String, { ...maybe, description: 'Null or blank removes it.' }) phone?: string | null
  @Field(() => String, { ...maybe, description: 'Has to be changed at the next sign-in.' }) password?: string | null
}
