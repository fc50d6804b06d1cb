import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { AccountStatus, Role, SortDirection, UserOrderField } from '../domain/enums.ts'
import { nullable, sortDirectionDescription, Edge, Page } from './common.ts'
import { AccountStatusEnum, RoleEnum, SortDirectionEnum, UserOrderFieldEnum } from './enums.ts'
import { Tenant } from './tenants.ts'
import { userFilters, type UserFilter as Filter } from '../usecases/users/userFilters.ts'
import { filterInput } from './filterInputs.ts'

@ObjectType({ description: 'A user account.' })
export class User {
  @Field(() => ID, { description: 'Id of the account.' }) id!: string
  @Field({ description: 'Email address used to sign in; empty for a deleted account.' }) email!: string
  @Field({ description: 'Name shown to the team.' }) fullName!: string
  @Field(() => RoleEnum, { description: 'Role, which determines the permissions.' }) role!: Role
  @Field(() => AccountStatusEnum, { description: 'Account status, which determines whether the user can sign in.' })
  status!: AccountStatus
  @Field(() => Tenant, nullable('Tenant of the account; null for a global admin and while the account is pending.'))
  tenant!: Tenant | null
  @Field(() => String, nullable('Phone number as entered; null if unknown.')) phone!: string | null
  @Field({ description: 'True if the user must set a new password at the next sign-in.' }) mustChangePassword!: boolean
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
}

@ObjectType({ description: 'A link with which a person chooses a password.' })
export class PasswordLink {
  @Field({
    description: 'The link, whose last path segment is its token. It cannot be read again.',
  })
  url!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it ends, if it was not used before: 30 minutes from now.' })
  expiresAt!: Date
}

@ObjectType({ description: 'An account with its pagination cursor.' })
export class UserEdge extends Edge {
  @Field(() => User, { description: 'The account at this cursor.' }) node!: User
}

@ObjectType({ description: 'A page of accounts.' })
export class UserConnection extends Page {
  @Field(() => [UserEdge], { description: 'Items, in the requested order.' }) edges!: UserEdge[]
}

export const UserFilter = filterInput('UserFilter', 'Filters accounts. All given conditions must match.', userFilters)
export type UserFilter = Filter

@InputType({ description: 'The order of a list of accounts. Accounts that are equal in the field are ordered by id.' })
export class UserOrder {
  @Field(() => UserOrderFieldEnum, { description: 'What the list is ordered by.' }) field!: UserOrderField
  @Field(() => SortDirectionEnum, nullable(sortDirectionDescription)) direction?: SortDirection | null
}

@InputType({
  description:
    'An account to create. It is active immediately, and the user must set a new password at the first sign-in.',
})
export class CreateUserInput {
  @Field({ description: 'Email address used to sign in; must be unique.' }) email!: string
  @Field({
    description:
      'Initial password, with at least the configured minimum length. The user must change it at the first sign-in.',
  })
  password!: string
  @Field({ description: 'Name shown to the team, at most 200 characters.' }) fullName!: string
  @Field(() => RoleEnum, { description: 'Role: one of `me { abilities { assignableRoles } }`.' }) role!: Role
  @Field(() => ID, {
    nullable: true,
    description:
      "Tenant of the account. Defaults to the caller's tenant or the chosen tenant; set to null for a global admin.",
  })
  tenantId?: string | null
  @Field(() => String, nullable('Phone number, at most 50 characters.')) phone?: string | null
}

@InputType({ description: 'Changes to an account. Omitted fields are unchanged, and a blank password is ignored.' })
export class UpdateUserInput {
  @Field(() => String, nullable('Name shown to the team, at most 200 characters.')) fullName?: string | null
  @Field(() => RoleEnum, nullable('New role; takes effect immediately, including on open WebSockets.'))
  role?: Role | null
  @Field(() => ID, nullable('New tenant; null removes the account from its tenant.')) tenantId?: string | null
  @Field(() => String, nullable('Phone number; null or a blank value removes it.')) phone?: string | null
  @Field(() => String, nullable('New password; the user must change it at the next sign-in.')) password?: string | null
}
