import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { Role } from '../domain/enums.ts'
import { Edge, Page, UserRef, nullable } from './common.ts'
import { RoleEnum } from './enums.ts'
import { Tenant } from './tenants.ts'

@ObjectType({ description: 'What the signed-in user may do in their effective role.' })
export class Abilities {
  @Field({ description: 'Read all properties of the tenant, not only assigned ones.' }) viewAllProperties!: boolean
  @Field({ description: 'Save new properties.' }) createProperties!: boolean
  @Field({ description: 'Edit all properties of the tenant. A rep can edit their assigned properties without it.' })
  editProperties!: boolean
  @Field({ description: 'Delete properties.' }) deleteProperties!: boolean
  @Field({ description: 'Print letters for several leads at once.' }) batchPrint!: boolean
  @Field({ description: 'Delete leads.' }) deleteLeads!: boolean
  @Field({ description: 'Assign leads to members of the tenant.' }) assignLeads!: boolean
  @Field({ description: 'Find and merge duplicate leads.' }) mergeLeads!: boolean
  @Field({ description: 'Undo knocks of all reps of the tenant. A rep can undo their own without it.' })
  withdrawTeamKnocks!: boolean
  @Field({ description: 'Change the stages of leads.' }) setLeadStages!: boolean
  @Field({ description: 'Draw, change, assign and archive territories.' }) manageTerritories!: boolean
  @Field({ description: "Change the tenant's own outcomes." }) manageOutcomes!: boolean
  @Field({ description: 'Mark doors where nobody may knock for every reason, list the marks and lift them.' })
  manageDoNotKnock!: boolean
  @Field({ description: 'Erase a property with all that is kept of its household.' }) forgetHouseholds!: boolean
  @Field({ description: 'List, upload, download and delete letter templates.' }) manageTemplates!: boolean
  @Field({ description: 'List the accounts of the tenant; for a global admin, all accounts.' }) listUsers!: boolean
  @Field({ description: 'Import properties and leads from files; users with `addUsers`.' }) importData!: boolean
  @Field({ description: 'Import parcels of the embedded lookup, for all tenants.' }) importParcels!: boolean
  @Field({ description: 'Create accounts with one of `assignableRoles`.' }) addUsers!: boolean
  @Field(() => [RoleEnum], { description: 'Roles that the user may give to a new account.' }) assignableRoles!: Role[]
  @Field(() => [RoleEnum], {
    description: 'Roles of the people for whom the user can make a link to choose a password: `createPasswordLink`.',
  })
  passwordLinkRoles!: Role[]
  @Field(() => [RoleEnum], { description: 'Roles that the user may invite; empty if they may invite nobody.' })
  invitableRoles!: Role[]
  @Field({ description: 'Edit, approve, block and delete accounts, and reset passwords.' }) manageUsers!: boolean
  @Field({ description: 'List, create and edit tenants.' }) manageTenants!: boolean
  @Field({ description: 'Change the settings of the own tenant, such as `teamDoorsVisible`.' })
  changeTenantSettings!: boolean
  @Field({ description: "Read the whole activity log of the tenant; without it, only the user's own events." })
  readActivity!: boolean
  @Field({ description: 'Set targets for team members.' }) setTargets!: boolean
  @Field({ description: 'Manage webhooks of the tenant.' }) manageWebhooks!: boolean
  @Field({ description: 'Read cost rates and billing.' }) readCosts!: boolean
  @Field({ description: 'Change cost rates.' }) changeCosts!: boolean
  @Field({ description: 'Compare tenants.' }) compareTenants!: boolean
  @Field({ description: 'Read what became of the mails of the server.' }) readMails!: boolean
  @Field({
    description: "View the app as another role. Depends on the account's own role, so it stays true in view-as mode.",
  })
  viewAs!: boolean
  @Field({ description: 'Turn on mock data. False in view-as mode.' }) mockData!: boolean
  @Field({ description: 'Export lists, and everything of the tenant.' }) exportData!: boolean
  @Field({ description: 'True for every role except sales rep; required by the admin screens.' }) isAdmin!: boolean
}

@ObjectType({ description: 'The signed-in user.' })
export class Me {
  @Field(() => ID, { description: 'Id of the account.' }) id!: string
  @Field({ description: 'Email address used to sign in.' }) email!: string
  @Field({ description: 'Name shown to the team.' }) fullName!: string
  @Field(() => RoleEnum, { description: 'The role of the account.' }) role!: Role
  @Field(() => RoleEnum, {
    description: "Role in effect: the viewed role in view-as mode, otherwise the account's own.",
  })
  effectiveRole!: Role
  @Field(() => UserRef, nullable('The person a global admin views the app as; null otherwise.'))
  viewedUser!: UserRef | null
  @Field({ description: 'Whether the account is an admin or a global admin, regardless of view-as mode.' })
  isAdmin!: boolean
  @Field({ description: 'Whether the account is an owner, regardless of view-as mode.' }) isOwner!: boolean
  @Field(() => String, nullable('Phone number as entered; null if unknown.')) phone!: string | null
  @Field({ description: 'Whether the account can sign in.' }) isActive!: boolean
  @Field(() => GraphQLDateTimeISO, { description: 'When the account was created.' }) createdAt!: Date
  @Field(() => ID, nullable('Id of `tenant`.')) tenantId!: string | null
  @Field({
    description:
      'While true, every operation except `me`, `logout` and `changePassword` fails with PASSWORD_CHANGE_REQUIRED.',
  })
  mustChangePassword!: boolean
  @Field({ description: 'Whether signing in needs a code in addition to the password.' }) hasTwoFactors!: boolean
  @Field(() => Int, nullable('Unused recovery codes; null without two factors.')) recoveryCodesLeft!: number | null
  @Field({
    description:
      'While true, every operation except `me`, `logout`, those for sessions and those that set up two factors fails with TWO_FACTORS_REQUIRED.',
  })
  mustSetUpTwoFactors!: boolean
  @Field({ description: 'Whether the list of what a new company has left to set up is put away.' })
  checklistPutAway!: boolean
  @Field(() => Tenant, nullable('Tenant of the account, or the tenant a global admin chose; null if none is chosen.'))
  tenant!: Tenant | null
  @Field(() => Abilities, {
    description: 'Permissions in effect. Use these instead of deriving permissions from the role.',
  })
  abilities!: Abilities
}

@ObjectType({ description: 'What an authenticator app needs. It cannot be read again.' })
export class TotpSetup {
  @Field({ description: 'The secret in base32, to be typed.' }) secret!: string
  @Field({ description: 'The same as an `otpauth:` URL, to be shown as a QR code.' }) url!: string
}

@ObjectType({ description: 'Codes that replace one of the authenticator app. They cannot be read again.' })
export class RecoveryCodes {
  @Field(() => [String], { description: 'Ten codes, each of which works once.' }) recoveryCodes!: string[]
}

@ObjectType({ description: 'A device on which the user is signed in.' })
export class Session {
  @Field(() => ID, { description: 'Id of the session. It is not secret.' }) id!: string
  @Field({ description: "Browser and system in words: 'Chrome on Windows'; 'Unknown device' for a program." })
  device!: string
  @Field(() => String, nullable("Network of the last use without its last part: '192.0.2.x'; null if unknown."))
  address!: string | null
  @Field(() => GraphQLDateTimeISO, { description: 'When the user signed in.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Last use, accurate to five minutes.' }) lastUsedAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'When the session expires: 24 hours after the sign-in.' })
  expiresAt!: Date
  @Field({ description: 'Whether this is the session of the request.' }) current!: boolean
}

@ObjectType({ description: 'A session with its pagination cursor.' })
export class SessionEdge extends Edge {
  @Field(() => Session, { description: 'The session at this cursor.' }) node!: Session
}

@ObjectType({ description: 'A page of sessions.' })
export class SessionConnection extends Page {
  @Field(() => [SessionEdge], { description: 'Items, the newest sign-in first.' }) edges!: SessionEdge[]
}

@ObjectType({ description: 'What somebody who cannot sign in needs to know of the server.' })
export class SignInOptions {
  @Field({ description: 'Whether `requestPasswordReset` sends mails: MAIL_URL is set.' }) mail!: boolean
}

@ObjectType({ description: 'A new session, valid for 24 hours.' })
export class LoginResult {
  @Field({ description: 'Session token, sent as a Bearer token. It cannot be read again.' }) accessToken!: string
  @Field({ description: "Token type, always 'bearer'." }) tokenType!: string
  @Field(() => GraphQLDateTimeISO, { description: "When the session expires, by the server's clock." }) expiresAt!: Date
  @Field({ description: 'Whether the user must call `changePassword` before any other operation.' })
  mustChangePassword!: boolean
  @Field(() => Me, { description: 'The user who signed in.' }) user!: Me
}
