import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, ObjectType } from 'type-graphql'
import type { Role } from '../domain/enums.ts'
import { maybe } from './common.ts'
import { RoleEnum } from './enums.ts'
import { Tenant } from './tenants.ts'

@ObjectType({ description: 'What may be offered to who is signed in, in the role they view the app as.' })
export class Abilities {
  @Field({ description: "Reads every property of the tenant, not only one's own." }) viewAllProperties!: boolean
  @Field({ description: 'Saves properties.' }) createProperties!: boolean
  @Field({ description: 'Edits every property of the tenant; a rep edits their own without it.' })
  editProperties!: boolean
  @Field({ description: 'Deletes properties.' }) deleteProperties!: boolean
  @Field({ description: 'Prints letters for many leads.' }) batchPrint!: boolean
  @Field({ description: 'Deletes leads.' }) deleteLeads!: boolean
  @Field({ description: 'Lists, uploads, downloads and deletes letter templates.' }) manageTemplates!: boolean
  @Field({ description: 'Lists accounts: those of the tenant, for a global admin all.' }) listUsers!: boolean
  @Field({ description: 'Makes accounts with one of `assignableRoles`.' }) addUsers!: boolean
  @Field(() => [RoleEnum], { description: 'What the role field of a new account offers.' }) assignableRoles!: Role[]
  @Field({ description: 'Edits, approves, blocks and deletes accounts and resets passwords.' }) manageUsers!: boolean
  @Field({ description: 'Lists, makes and edits tenants.' }) manageTenants!: boolean
  @Field({ description: "Reads the tenant's whole activity log; without it, one's own part of it." })
  readActivity!: boolean
  @Field({ description: 'Sets targets for members of the team.' }) setTargets!: boolean
  @Field({ description: 'Reads rates and billing.' }) readCosts!: boolean
  @Field({ description: 'Changes rates.' }) changeCosts!: boolean
  @Field({ description: 'Compares tenants.' }) compareTenants!: boolean
  @Field({ description: 'Views the app as another role; it belongs to the account and stays while viewing.' })
  viewAs!: boolean
  @Field({ description: 'Switches mock data on; not while viewing the app as another role.' })
  mockData!: boolean
  @Field({ description: 'Is anything but a sales rep: what the screens for admins ask for.' }) isAdmin!: boolean
}

@ObjectType({ description: 'Who is signed in.' })
export class Me {
  @Field(() => ID, { description: "The account's id." }) id!: string
  @Field({ description: 'The address it signs in with.' }) email!: string
  @Field({ description: 'What colleagues see.' }) fullName!: string
  @Field(() => RoleEnum, { description: 'The role of the account.' }) role!: Role
  @Field(() => RoleEnum, { description: 'The role the app is viewed as.' }) effectiveRole!: Role
  @Field({ description: 'Whether the account is an admin or a global admin, whatever the app is viewed as.' })
  isAdmin!: boolean
  @Field({ description: 'Whether the account is an owner, whatever the app is viewed as.' }) isOwner!: boolean
  @Field(() => String, { ...maybe, description: 'As it was typed; null where none is known.' }) phone!: string | null
  @Field({
    description:
      'While it is true, everything but `me`, `logout` and `changePassword` answers PASSWORD_CHANGE_REQUIRED.',
  })
  mustChangePassword!: boolean
  @Field(() => Tenant, {
    ...maybe,
    description: 'The team it belongs to, or the one a global admin chose; null where none was chosen.',
  })
  tenant!: Tenant | null
  @Field(() => Abilities, { description: 'What may be done. Read this instead of deriving it from the role.' })
  abilities!: Abilities
}

@ObjectType({ description: 'An opened session; it ends after 24 hours.' })
export class LoginResult {
  @Field({ description: 'Send it as Bearer token. It is shown only here.' }) accessToken!: string
  @Field({ description: "Always 'bearer'." }) tokenType!: string
  @Field(() => GraphQLDateTimeISO, { description: "24 hours from now, by the server's clock." }) expiresAt!: Date
  @Field({ description: 'Whether `changePassword` has to come before anything else.' }) mustChangePassword!: boolean
  @Field(() => Me, { description: 'Who signed in.' }) user!: Me
}
