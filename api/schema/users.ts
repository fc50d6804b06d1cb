import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { AccountStatus, Role } from '../domain/enums.ts'
import { PageInfo, maybe } from './common.ts'
import { AccountStatusEnum, RoleEnum } from './enums.ts'
import { Tenant } from './tenants.ts'

@ObjectType({ description: 'An account, as user management shows it.' })
export class User {
  @Field(() => ID, { description: "The account's id." }) id!: string
  @Field({ description: 'The address it signs in with; empty for a deleted one.' }) email!: string
  @Field({ description: 'What colleagues see.' }) fullName!: string
  @Field(() => RoleEnum, { description: 'What it may do.' }) role!: Role
  @Field(() => AccountStatusEnum, { description: 'Whether it may sign in.' }) status!: AccountStatus
  @Field(() => Tenant, { ...maybe, description: 'Null for a global admin and for who waits.' }) tenant!: Tenant | null
  @Field(() => String, { ...maybe, description: 'As it was typed; null where none is known.' }) phone!: string | null
  @Field({ description: 'The next sign-in has to set a new password.' }) mustChangePassword!: boolean
  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' }) createdAt!: Date
}

@ObjectType({ description: 'An account in a page, with its cursor.' })
export class UserEdge {
  @Field({ description: 'Give it as `after` to read on behind this item.' }) cursor!: string
  @Field(() => User, { description: 'An account itself.' }) node!: User
}

@ObjectType({ description: 'A page of accounts, newest first.' })
export class UserConnection {
  @Field(() => [UserEdge], { description: 'Newest first.' }) edges!: UserEdge[]
  @Field(() => PageInfo, { description: 'Whether there is more, and where to read on.' }) pageInfo!: PageInfo
}

@InputType({ description: 'Which accounts are wanted; all that are given must hold.' })
export class UserFilter {
  @Field(() => ID, { ...maybe, description: 'For a global admin: the accounts of one tenant.' })
  tenantId?: string | null
  @Field(() => RoleEnum, { ...maybe, description: 'Accounts with this role.' }) role?: Role | null
  @Field(() => AccountStatusEnum, { ...maybe, description: 'Accounts that stand here.' }) status?: AccountStatus | null
}

@InputType({ description: 'An account that is active at once and sets a password of its own at its first sign-in.' })
export class CreateUserInput {
  @Field({ description: 'The address it signs in with; no other account may have it.' }) email!: string
  @Field({ description: 'At least as long as the server asks for. It has to be changed at the first sign-in.' })
  password!: string
  @Field({ description: 'What colleagues see, at most 200 characters.' }) fullName!: string
  @Field(() => RoleEnum, { description: 'One of `me { abilities { assignableRoles } }`.' }) role!: Role
  @Field(() => ID, {
    ...maybe,
    description: "The actor's own tenant, or the chosen one, where it is left out; null is none, for a global admin.",
  })
  tenantId?: string | null
  @Field(() => String, { ...maybe, description: 'At most 50 characters.' }) phone?: string | null
}

@InputType({ description: 'What is left out stays as it is; a blank password too.' })
export class UpdateUserInput {
  @Field(() => String, { ...maybe, description: 'What colleagues see, at most 200 characters.' }) fullName?:
    string | null
  @Field(() => RoleEnum, {
    ...maybe,
    description: 'Takes effect at once, on open sockets too.',
  })
  role?: Role | null
  @Field(() => ID, { ...maybe, description: 'Null takes the account out of its tenant.' }) tenantId?: string | null
  @Field(() => String, { ...maybe, description: 'Null or blank removes it.' }) phone?: string | null
  @Field(() => String, { ...maybe, description: 'Has to be changed at the next sign-in.' }) password?: string | null
}
