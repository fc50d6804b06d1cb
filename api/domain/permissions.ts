import { Forbidden, NotFound, PasswordChangeRequired, Refused, TwoFactorsRequired, Unauthenticated } from './errors.ts'
import { roles, type ApiKeyScope, type Role } from './enums.ts'

/** The caller, resolved once per request from the session or API key and the headers. */
export interface Actor {
  userId: string
  /** The id of the sign-in session or of the API key. */
  sessionId: string
  /** Set if the caller uses an API key instead of signing in. */
  apiKey?: { id: string; name: string; scope: ApiKeyScope } | null
  email: string
  fullName: string
  /** The role of the account. */
  role: Role
  /** The role a global admin views the app as; null if they do not view as a role. */
  viewedRole: Role | null
  /** The user with that role whose records a global admin views, in their place and without changing anything. */
  viewedUserId?: string | null
  /** The tenant of the account, or the tenant that a global admin chose; null if they chose none. */
  tenantId: string | null
  mustChangePassword: boolean
  /** Two factors are required, and the account has none. */
  mustSetUpTwoFactors?: boolean
}

/** The rows that a permission covers: all rows of the tenant, or only the actor's own. */
export type Reach = 'all' | 'own'

const allRoles = { sales_rep: 'all', admin: 'all', owner: 'all', global_admin: 'all' } as const
const managers = { admin: 'all', owner: 'all', global_admin: 'all' } as const
const repsOwnManagersAll = { sales_rep: 'own', ...managers } as const
const ownOnly = { sales_rep: 'own', admin: 'own', owner: 'own', global_admin: 'own' } as const
const globalAdminOnly = { global_admin: 'all' } as const

/** The reach of each action by role (design §5). Every action must be listed here. */
const permissions = {
  'property.read': repsOwnManagersAll,
  'property.create': allRoles,
  'property.edit': repsOwnManagersAll,
  'property.delete': managers,
  'property.assign': managers,
  'household.forget': { owner: 'all', global_admin: 'all' },
  'owner.refresh': repsOwnManagersAll,
  'owner.correct': managers,
  'lead.create': repsOwnManagersAll,
  'lead.read': repsOwnManagersAll,
  'lead.changeStatus': repsOwnManagersAll,
  'lead.retag': repsOwnManagersAll,
  'lead.edit': repsOwnManagersAll,
  'lead.assign': managers,
  'lead.merge': managers,
  'lead.setStages': managers,
  'lead.delete': { admin: 'all', global_admin: 'all' },
  'knock.log': ownOnly,
  'knock.withdraw': repsOwnManagersAll,
  'outcome.read': allRoles,
  'outcome.manage': managers,
  'doNotKnock.ask': allRoles,
  'doNotKnock.manage': managers,
  'permit.read': allRoles,
  'permit.manage': managers,
  'territory.read': repsOwnManagersAll,
  'territory.manage': managers,
  'place.lookUp': allRoles,
  'activity.report': allRoles,
  'print.batch': managers,
  'print.preview': repsOwnManagersAll,
  'template.readTags': allRoles,
  'template.manage': managers,
  'user.list': managers,
  'user.add': { owner: 'all', global_admin: 'all' },
  'user.manage': globalAdminOnly,
  'user.linkPassword': managers,
  'invitation.manage': managers,
  'tenant.current': allRoles,
  'tenant.read': managers,
  'tenant.readStats': { owner: 'all', global_admin: 'all' },
  'tenant.changeSettings': { owner: 'all', global_admin: 'all' },
  'tenant.manage': globalAdminOnly,
  'activity.read': repsOwnManagersAll,
  'leaderboard.read': allRoles,
  'performance.read': repsOwnManagersAll,
  'target.set': managers,
  'usage.read': repsOwnManagersAll,
  'usage.report': managers,
  'billing.read': managers,
  'cost.read': managers,
  'cost.change': globalAdminOnly,
  'comparison.read': globalAdminOnly,
  'totals.read': repsOwnManagersAll,
  'recorded.read': ownOnly,
  'apiKey.manage': ownOnly,
  'savedView.manage': ownOnly,
  'savedView.manageShared': managers,
  'job.read': ownOnly,
  'job.manage': managers,
  'data.import': managers,
  'parcel.import': globalAdminOnly,
  'parcel.importOwn': { owner: 'all', global_admin: 'all' },
  'webhook.manage': managers,
  'data.export': managers,
  'mail.read': globalAdminOnly,
  'mockData.use': globalAdminOnly,
} as const satisfies Record<string, Partial<Record<Role, Reach>>>

export type Action = keyof typeof permissions

/** The role that determines the screens and lists the actor sees (spec §6). */
export function effectiveRole(actor: Actor): Role {
  return actor.viewedRole ?? actor.role
}

/** The reach of the actor for `action`; null if they lack the permission. Viewing as a role can only reduce it. */
export function reachOf(actor: Actor, action: Action): Reach | null {
  const byRole: Partial<Record<Role, Reach>> = permissions[action]
  const real = byRole[actor.role] ?? null
  if (!actor.viewedRole) return real
  const viewed = byRole[actor.viewedRole] ?? null
  if (!real || !viewed) return null
  return real === 'own' || viewed === 'own' ? 'own' : 'all'
}

/** Whether the role has the permission for `action`, at least for what is its own. */
export function roleMay(role: Role, action: Action): boolean {
  return role in permissions[action]
}

/** Whether somebody whose role changes may do less in some way than before. */
export function losesPermissions(from: Role, to: Role): boolean {
  const rank = (role: Role, byRole: Partial<Record<Role, Reach>>) => ['own', 'all'].indexOf(byRole[role] ?? '')
  return Object.values(permissions).some((byRole) => rank(to, byRole) < rank(from, byRole))
}

/**
 * Returns the reach of the actor for `action`. Throws as `requireSignedIn`, and `Forbidden` without the permission. If the reach
 * is 'own', throws `NotFound` for a thing with another `ownerId` and `assigneeId`, as for an unknown id.
 */
export function authorize(
  actor: Actor | null,
  action: Action,
  thing?: { ownerId: string | null; assigneeId?: string | null },
): Reach {
  const caller = requireSignedIn(actor)
  const reach = reachOf(caller, action)
  if (!reach) throw new Forbidden("You don't have permission to do this.")
  const isOwn = (userId: string | null | undefined) => userId === ownUserIdOf(caller)
  if (reach === 'own' && thing && !isOwn(thing.ownerId) && !isOwn(thing.assigneeId)) throw new NotFound('Not found')
  return reach
}

/**
 * The caller, for their sessions and for setting up two factors, which they may do while that is required. Throws `Unauthenticated`,
 * `PasswordChangeRequired`, and `Forbidden` for an API key.
 */
export function requireOwnSession(actor: Actor | null): Actor {
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  if (actor.mustChangePassword) throw new PasswordChangeRequired()
  requireInteractiveSession(actor)
  return actor
}

/**
 * Throws `Unauthenticated` if the caller is not signed in, `PasswordChangeRequired` if they must change their password, and
 * `TwoFactorsRequired` if they must set up two factors.
 */
export function requireSignedIn(actor: Actor | null): Actor {
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  if (actor.mustChangePassword) throw new PasswordChangeRequired()
  if (actor.mustSetUpTwoFactors) throw new TwoFactorsRequired()
  return actor
}

/** The user whose records 'own' means: the viewed user, or the actor. */
export function ownUserIdOf({ viewedUserId, userId }: Actor): string {
  return viewedUserId ?? userId
}

/** Throws `Forbidden` for an API key with the scope 'read', and for a global admin who views the app as a person. */
export function assertCanWrite(actor: Actor | null): void {
  if (actor?.viewedUserId) throw new Forbidden('You are viewing the app as another person, so nothing can be changed.')
  if (actor?.apiKey?.scope === 'read')
    throw new Forbidden('This API key is read-only. Use a key with full access, or sign in.')
}

/** Throws `Forbidden` for API keys. A leaked key must not be able to create keys or change passwords, which would outlive it. */
export function requireInteractiveSession(actor: Actor | null): void {
  if (actor?.apiKey) throw new Forbidden('An API key cannot do this. Sign in with your password to do it.')
}

/** The id of the tenant to read or write. Throws `Refused` if a global admin has not chosen one (design §5). */
export function requireTenant(actor: Actor | null): string {
  const caller = requireSignedIn(actor)
  if (!caller.tenantId) throw new Refused('Choose a tenant first')
  return caller.tenantId
}

/** The roles that the actor can assign to a new account (design §5). No role can add a global admin. */
export function assignableRoles(actor: Actor): Role[] {
  return reachOf(actor, 'user.add') ? rolesInvitedBy(effectiveRole(actor)) : []
}

/** The roles that somebody with this role can invite (design §12): an admin adds nobody, and invites reps. */
export function rolesInvitedBy(role: Role): Role[] {
  if (role === 'admin') return ['sales_rep']
  return role === 'owner' ? ['sales_rep', 'admin'] : role === 'global_admin' ? ['sales_rep', 'admin', 'owner'] : []
}

/** The roles that the actor can invite. */
export function invitableRoles(actor: Actor): Role[] {
  return reachOf(actor, 'invitation.manage') ? rolesInvitedBy(effectiveRole(actor)) : []
}

/** The roles of the people for whom the actor can make a link to choose a password: those below theirs, and all for a global admin. */
export function passwordLinkRoles(actor: Actor): Role[] {
  if (!reachOf(actor, 'user.linkPassword')) return []
  const role = effectiveRole(actor)
  return role === 'global_admin' ? [...roles] : roles.slice(0, roles.indexOf(role))
}

/** The actions that the client offers. The client reads these instead of deriving them from roles. */
export interface Abilities {
  viewAllProperties: boolean
  createProperties: boolean
  editProperties: boolean
  deleteProperties: boolean
  batchPrint: boolean
  deleteLeads: boolean
  assignLeads: boolean
  mergeLeads: boolean
  withdrawTeamKnocks: boolean
  setLeadStages: boolean
  manageOutcomes: boolean
  manageDoNotKnock: boolean
  forgetHouseholds: boolean
  manageTerritories: boolean
  manageTemplates: boolean
  listUsers: boolean
  addUsers: boolean
  importData: boolean
  importParcels: boolean
  /** The options of the role field of a new account. */
  assignableRoles: Role[]
  /** The roles of the people for whom the user can make a link to choose a password. */
  passwordLinkRoles: Role[]
  /** The roles that the user may invite; none if they may invite nobody. */
  invitableRoles: Role[]
  manageUsers: boolean
  manageTenants: boolean
  changeTenantSettings: boolean
  readActivity: boolean
  setTargets: boolean
  manageWebhooks: boolean
  readCosts: boolean
  changeCosts: boolean
  compareTenants: boolean
  readMails: boolean
  viewAs: boolean
  mockData: boolean
  exportData: boolean
  isAdmin: boolean
}

export function abilitiesOf(actor: Actor): Abilities {
  const can = (action: Action) => reachOf(actor, action) !== null
  const canForAll = (action: Action) => reachOf(actor, action) === 'all'
  return {
    viewAllProperties: canForAll('property.read'),
    createProperties: can('property.create'),
    editProperties: canForAll('property.edit'),
    deleteProperties: can('property.delete'),
    batchPrint: can('print.batch'),
    deleteLeads: can('lead.delete'),
    assignLeads: can('lead.assign'),
    mergeLeads: can('lead.merge'),
    withdrawTeamKnocks: canForAll('knock.withdraw'),
    setLeadStages: can('lead.setStages'),
    manageOutcomes: can('outcome.manage'),
    manageDoNotKnock: can('doNotKnock.manage'),
    forgetHouseholds: can('household.forget'),
    manageTerritories: can('territory.manage'),
    manageTemplates: can('template.manage'),
    listUsers: can('user.list'),
    addUsers: can('user.add'),
    importData: can('data.import'),
    importParcels: can('parcel.import'),
    assignableRoles: assignableRoles(actor),
    passwordLinkRoles: passwordLinkRoles(actor),
    invitableRoles: invitableRoles(actor),
    manageUsers: can('user.manage'),
    manageTenants: can('tenant.manage'),
    changeTenantSettings: can('tenant.changeSettings'),
    readActivity: canForAll('activity.read'),
    setTargets: can('target.set'),
    manageWebhooks: can('webhook.manage'),
    readCosts: can('cost.read'),
    changeCosts: can('cost.change'),
    compareTenants: can('comparison.read'),
    readMails: can('mail.read'),
    // The role of the account, so that a global admin who views as a rep can stop.
    viewAs: actor.role === 'global_admin',
    mockData: can('mockData.use'),
    exportData: can('data.export'),
    isAdmin: effectiveRole(actor) !== 'sales_rep',
  }
}
