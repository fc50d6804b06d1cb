import { describe, expect, it } from 'vitest'
import {
  Forbidden,
  NotFound,
  PasswordChangeRequired,
  Refused,
  TwoFactorsRequired,
  Unauthenticated,
  type UserFacingError,
} from './errors.ts'
import {
  abilitiesOf,
  assertCanWrite,
  assignableRoles,
  passwordLinkRoles,
  authorize,
  losesPermissions,
  reachOf,
  requireInteractiveSession,
  requireOwnSession,
  requireTenant,
  type Action,
  type Actor,
} from './permissions.ts'
import { roles, type Role } from './enums.ts'

function actor(role: Role, more: Partial<Actor> = {}): Actor {
  return {
    userId: 'me',
    sessionId: 'session',
    email: 'me@sample.example',
    fullName: 'Me Sample',
    role,
    viewedRole: null,
    tenantId: 'tenant',
    mustChangePassword: false,
    ...more,
  }
}

const actions: Action[] = ['property.read', 'lead.delete', 'knock.log', 'user.add', 'user.manage', 'tenant.readStats']

describe('viewing as a role', () => {
  it('never grants more than either role', () => {
    const order = [null, 'own', 'all'] as const
    const reach = (action: Action, role: Role, viewedRole?: Role) =>
      order.indexOf(reachOf(actor(role, { viewedRole: viewedRole ?? null }), action))
    for (const role of roles)
      for (const viewedRole of roles)
        for (const action of actions)
          expect(reach(action, role, viewedRole)).toBe(Math.min(reach(action, role), reach(action, viewedRole)))
  })

  it('has the abilities of the viewed role, and can be stopped', () => {
    const asRep = abilitiesOf(actor('global_admin', { viewedRole: 'sales_rep' }))
    expect(asRep).toMatchObject({ viewAllProperties: false, manageUsers: false, readActivity: false, viewAs: true })
  })
})

it('a change of role takes permissions away unless the new role has all of the old one', () => {
  expect(losesPermissions('sales_rep', 'admin')).toBe(false)
  expect(losesPermissions('sales_rep', 'owner')).toBe(false)
  expect(losesPermissions('admin', 'global_admin')).toBe(false)
  // Only an admin may delete leads, and only an owner may add users.
  for (const [from, to] of [
    ['admin', 'owner'],
    ['owner', 'admin'],
    ['admin', 'sales_rep'],
    ['global_admin', 'owner'],
  ] as const)
    expect([from, to, losesPermissions(from, to)]).toEqual([from, to, true])
})

it('a role can add the roles below it, and no role can add a global admin', () => {
  expect(assignableRoles(actor('global_admin'))).toEqual(['sales_rep', 'admin', 'owner'])
  expect(assignableRoles(actor('owner'))).toEqual(['sales_rep', 'admin'])
  expect(assignableRoles(actor('global_admin', { viewedRole: 'owner' }))).toEqual(['sales_rep', 'admin'])
  expect(assignableRoles(actor('admin'))).toEqual([])
  expect(passwordLinkRoles(actor('sales_rep'))).toEqual([])
  expect(passwordLinkRoles(actor('admin'))).toEqual(['sales_rep'])
  expect(passwordLinkRoles(actor('owner'))).toEqual(['sales_rep', 'admin'])
  expect(passwordLinkRoles(actor('global_admin'))).toEqual(['sales_rep', 'admin', 'owner', 'global_admin'])
  expect(passwordLinkRoles(actor('global_admin', { viewedRole: 'admin' }))).toEqual(['sales_rep'])
  expect(assignableRoles(actor('sales_rep'))).toEqual([])
})

const repsAndManagers: Role[] = ['sales_rep', 'admin', 'owner', 'global_admin']
const managers: Role[] = ['admin', 'owner', 'global_admin']

it.each([
  ['createProperties', repsAndManagers],
  ['viewAllProperties', managers],
  ['editProperties', managers],
  ['deleteProperties', managers],
  ['assignLeads', managers],
  ['mergeLeads', managers],
  ['withdrawTeamKnocks', managers],
  ['setLeadStages', managers],
  ['batchPrint', managers],
  ['manageTemplates', managers],
  ['listUsers', managers],
  ['importData', managers],
  ['exportData', managers],
  ['readActivity', managers],
  ['setTargets', managers],
  ['manageWebhooks', managers],
  ['readCosts', managers],
  ['isAdmin', managers],
  ['deleteLeads', ['admin', 'global_admin']],
  ['addUsers', ['owner', 'global_admin']],
  ['changeTenantSettings', ['owner', 'global_admin']],
  ['manageUsers', ['global_admin']],
  ['manageTenants', ['global_admin']],
  ['importParcels', ['global_admin']],
  ['changeCosts', ['global_admin']],
  ['compareTenants', ['global_admin']],
  ['readMails', ['global_admin']],
  ['viewAs', ['global_admin']],
  ['mockData', ['global_admin']],
] as const)('the client offers %s to %j', (ability, offeredTo) => {
  expect(roles.filter((role) => abilitiesOf(actor(role))[ability])).toEqual(offeredTo)
})

const readOnlyKey = { id: 'key', name: 'Reports', scope: 'read' } as const
const fullKey = { ...readOnlyKey, scope: 'full' } as const
const mustChangePassword = actor('owner', { mustChangePassword: true })
const mustSetUpTwoFactors = actor('owner', { mustSetUpTwoFactors: true })

/** Expects an error that its caller reads. */
function expectRefusal(run: () => unknown, kind: new (...args: never[]) => UserFacingError, message: string) {
  expect(run).toThrow(expect.objectContaining({ name: kind.name, message }))
}

describe('the caller', () => {
  it('must be signed in, without a password to change or two factors to set up', () => {
    expectRefusal(() => authorize(null, 'lead.read'), Unauthenticated, 'Sign in to continue.')
    expect(() => authorize(mustChangePassword, 'lead.read')).toThrow(PasswordChangeRequired)
    expect(() => authorize(mustSetUpTwoFactors, 'lead.read')).toThrow(TwoFactorsRequired)
  })

  it('must have the permission', () => {
    expectRefusal(() => authorize(actor('owner'), 'lead.delete'), Forbidden, "You don't have permission to do this.")
    expect(authorize(actor('admin'), 'lead.delete')).toBe('all')
  })

  it('has own permissions only for what they own or are assigned, and for lists', () => {
    const rep = actor('sales_rep')
    expect(authorize(rep, 'lead.read', { ownerId: 'me' })).toBe('own')
    expect(authorize(rep, 'lead.read', { ownerId: 'another', assigneeId: 'me' })).toBe('own')
    expect(authorize(rep, 'lead.read')).toBe('own')
    for (const thing of [{ ownerId: 'another' }, { ownerId: null, assigneeId: null }])
      expectRefusal(() => authorize(rep, 'lead.read', thing), NotFound, 'Not found')
    expect(authorize(actor('owner'), 'lead.read', { ownerId: 'another' })).toBe('all')
  })

  it('has the own records of the person they view the app as', () => {
    const viewing = actor('global_admin', { viewedRole: 'sales_rep', viewedUserId: 'rep' })
    expect(authorize(viewing, 'lead.read', { ownerId: 'rep' })).toBe('own')
    expect(() => authorize(viewing, 'lead.read', { ownerId: 'me' })).toThrow(NotFound)
  })

  it('must have a tenant where one is required', () => {
    expect(requireTenant(actor('owner'))).toBe('tenant')
    expectRefusal(() => requireTenant(actor('global_admin', { tenantId: null })), Refused, 'Choose a tenant first')
  })

  it('can see their sessions while they must set up two factors, but not with a key', () => {
    expect(requireOwnSession(mustSetUpTwoFactors)).toBe(mustSetUpTwoFactors)
    expectRefusal(() => requireOwnSession(null), Unauthenticated, 'Sign in to continue.')
    expect(() => requireOwnSession(mustChangePassword)).toThrow(PasswordChangeRequired)
    expect(() => requireOwnSession(actor('owner', { apiKey: fullKey }))).toThrow(Forbidden)
  })

  it('cannot do everything with a key', () => {
    for (const caller of [null, actor('owner'), actor('owner', { apiKey: null })])
      expect(() => requireInteractiveSession(caller)).not.toThrow()
    expectRefusal(
      () => requireInteractiveSession(actor('owner', { apiKey: fullKey })),
      Forbidden,
      'An API key cannot do this. Sign in with your password to do it.',
    )
  })

  it('cannot change anything with a read-only key or in the place of another person', () => {
    const asRole = actor('global_admin', { viewedRole: 'sales_rep' })
    for (const caller of [null, actor('owner'), actor('owner', { apiKey: fullKey }), asRole])
      expect(() => assertCanWrite(caller)).not.toThrow()
    expectRefusal(
      () => assertCanWrite(actor('owner', { apiKey: readOnlyKey })),
      Forbidden,
      'This API key is read-only. Use a key with full access, or sign in.',
    )
    expectRefusal(
      () => assertCanWrite({ ...asRole, viewedUserId: 'rep' }),
      Forbidden,
      'You are viewing the app as another person, so nothing can be changed.',
    )
  })
})
