import { Forbidden, NotFound, PasswordChangeRequired, Refused, Unauthenticated } from './errors.ts'
import type { ApiKeyScope, Role } from './enums.ts'

/** Who is asking: resolved once per request from the session and the headers. */
export interface Actor {
  userId: string
  /** Of the sign-in, or of the API key. */
  sessionId: string
  /** The API key that is used instead of a sign-in. */
  apiKey?: { id: string; name: string; scope: ApiKeyScope } | null
  email: string
  fullName: string
  /** The role of the account. */
  role: Role
  /** The role a global admin views the app as; null when not viewing. */
  viewedRole: Role | null
  /** The tenant of the account, or the one a global admin chose; null when none is chosen. */
  tenantId: string | null
  mustChangePassword: boolean
}

/** How far a permission reaches: everything of the tenant, or only what is the actor's own. */
export type Reach = 'all' | 'own'

const allRoles = { sales_rep: 'all', admin: 'all', owner: 'all', global_admin: 'all' } as const
const managers = { admin: 'all', owner: 'all', global_admin: 'all' } as const
const managersAndOwn = { sales_rep: 'own', ...managers } as const
const ownOnly = { sales_rep: 'own', admin: 'own', owner: 'own', global_admin: 'own' } as const
const globalAdminOnly = { global_admin: 'all' } as const

/** Who may do what, and how far: design §5. An action that is missing here does not exist. */
const permissions = {
  'property.read': managersAndOwn,
  'property.create': allRoles,
  'property.edit': managersAndOwn,
  'property.delete': managers,
  'property.assign': managers,
  'owner.refresh': managersAndOwn,
  'lead.create': managersAndOwn,
  'lead.read': managersAndOwn,
  'lead.changeStatus': managersAndOwn,
  'lead.retag': managersAndOwn,
  'lead.delete': { admin: 'all', global_admin: 'all' },
  'knock.log': ownOnly,
  'knock.withdraw': ownOnly,
  'place.lookUp': allRoles,
  'activity.report': allRoles,
  'print.batch': managers,
  'print.preview': managersAndOwn,
  'template.readTags': allRoles,
  'template.manage': managers,
  'user.list': managers,
  'user.add': { owner: 'all', global_admin: 'all' },
  'user.manage': globalAdminOnly,
  'tenant.current': allRoles,
  'tenant.read': managers,
  'tenant.readStats': { owner: 'all', global_admin: 'all' },
  'tenant.manage': globalAdminOnly,
  'activity.read': managersAndOwn,
  'leaderboard.read': allRoles,
  'performance.read': managersAndOwn,
  'target.set': managers,
  'usage.read': managersAndOwn,
  'usage.report': managers,
  'billing.read': managers,
  'cost.read': managers,
  'cost.change': globalAdminOnly,
  'comparison.read': globalAdminOnly,
  'totals.read': managersAndOwn,
  'apiKey.manage': ownOnly,
  'mockData.use': globalAdminOnly,
} as const satisfies Record<string, Partial<Record<Role, Reach>>>

export type Action = keyof typeof permissions

/** The role whose screens and lists the actor sees (spec §6). */
export function effectiveRole(actor: Actor): Role {
  return actor.viewedRole ?? actor.role
}

/** How far the actor may go with `action`; null when not at all. Viewing as a role can only narrow. */
export function reachOf(actor: Actor, action: Action): Reach | null {
  const byRole: Partial<Record<Role, Reach>> = permissions[action]
  const real = byRole[actor.role] ?? null
  if (!actor.viewedRole) return real
  const viewed = byRole[actor.viewedRole] ?? null
  if (!real || !viewed) return null
  return real === 'own' || viewed === 'own' ? 'own' : 'all'
}

/**
 * Lets the actor pass or throws: `Unauthenticated` with nobody signed in, `PasswordChangeRequired` while a new
 * password is due, `Forbidden` without the permission, `NotFound` for a thing that is somebody else's
 * (`ownerId`), exactly as for an unknown id. Afterwards the actor is known and the reach is returned.
 */
export function authorize(actor: Actor | null, action: Action, thing?: { ownerId: string | null }): Reach {
  const known = requireSignedIn(actor)
  const reach = reachOf(known, action)
  if (!reach) throw new Forbidden("You don't have permission to do this.")
  if (reach === 'own' && thing && thing.ownerId !== known.userId) throw new NotFound('Not found')
  return reach
}

/** The actor, when somebody is signed in and has no password change due. */
export function requireSignedIn(actor: Actor | null): Actor {
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  if (actor.mustChangePassword) throw new PasswordChangeRequired()
  return actor
}

/** Lets pass who may change something. Throws `Forbidden` for an API key that may only read. */
export function assertCanWrite(actor: Actor | null): void {
  if (actor?.apiKey?.scope === 'read')
    throw new Forbidden('This API key may only read. Use a key with full access, or sign in.')
}

/** Lets pass who signed in: keys neither make keys nor touch passwords, so that one that leaks can be taken back. */
export function requireInteractiveSession(actor: Actor | null): void {
  if (actor?.apiKey) throw new Forbidden('An API key cannot do this. Sign in with your password to do it.')
}

/** The tenant that is read or written. Throws `Refused` when a global admin has not chosen one (design §5). */
export function requireTenant(actor: Actor | null): string {
  const known = requireSignedIn(actor)
  if (!known.tenantId) throw new Refused('Choose a tenant first')
  return known.tenantId
}

/** The roles the actor may give to an account they add: design §5. Nobody adds a global admin. */
export function assignableRoles(actor: Actor): Role[] {
  if (!reachOf(actor, 'user.add')) return []
  return effectiveRole(actor) === 'global_admin' ? ['sales_rep', 'admin', 'owner'] : ['sales_rep', 'admin']
}

/** What the client may offer. The client reads this and never derives it from roles again. */
export interface Abilities {
  viewAllProperties: boolean
  createProperties: boolean
  editProperties: boolean
  deleteProperties: boolean
  batchPrint: boolean
  deleteLeads: boolean
  manageTemplates: boolean
  listUsers: boolean
  addUsers: boolean
  /** What the role field of a new account offers. */
  assignableRoles: Role[]
  manageUsers: boolean
  manageTenants: boolean
  readActivity: boolean
  setTargets: boolean
  readCosts: boolean
  changeCosts: boolean
  compareTenants: boolean
  viewAs: boolean
  mockData: boolean
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
    manageTemplates: can('template.manage'),
    listUsers: can('user.list'),
    addUsers: can('user.add'),
    assignableRoles: assignableRoles(actor),
    manageUsers: can('user.manage'),
    manageTenants: can('tenant.manage'),
    readActivity: canForAll('activity.read'),
    setTargets: can('target.set'),
    readCosts: can('cost.read'),
    changeCosts: can('cost.change'),
    compareTenants: can('comparison.read'),
    // Of the account, not of the view: whoever views as a rep must be able to stop.
    viewAs: actor.role === 'global_admin',
    mockData: can('mockData.use'),
    isAdmin: effectiveRole(actor) !== 'sales_rep',
  }
}
