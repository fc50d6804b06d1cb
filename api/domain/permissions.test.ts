import { describe, expect, it } from 'vitest'
import { Forbidden, NotFound, PasswordChangeRequired, Refused, Unauthenticated } from './errors.ts'
import {
  abilitiesOf,
  assignableRoles,
  authorize,
  losesPermissions,
  reachOf,
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
    for (const role of roles)
      for (const action of actions) {
        const viewing = order.indexOf(reachOf(actor('global_admin', { viewedRole: role }), action))
        expect(viewing).toBe(
          Math.min(order.indexOf(reachOf(actor('global_admin'), action)), order.indexOf(reachOf(actor(role), action))),
        )
      }
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
  expect(assignableRoles(actor('sales_rep'))).toEqual([])
})

describe('the caller', () => {
  it('must be signed in without a pending password change, and have permission for the object', () => {
    expect(() => authorize(null, 'lead.read')).toThrow(Unauthenticated)
    expect(() => authorize(actor('owner', { mustChangePassword: true }), 'lead.read')).toThrow(PasswordChangeRequired)
    expect(() => authorize(actor('owner'), 'lead.delete')).toThrow(Forbidden)
    expect(() => authorize(actor('sales_rep'), 'lead.read', { ownerId: 'another' })).toThrow(NotFound)
    expect(authorize(actor('sales_rep'), 'lead.read', { ownerId: 'me' })).toBe('own')
    expect(authorize(actor('owner'), 'lead.read', { ownerId: 'another' })).toBe('all')
  })

  it('must have a tenant where one is required', () => {
    expect(requireTenant(actor('owner'))).toBe('tenant')
    expect(() => requireTenant(actor('global_admin', { tenantId: null }))).toThrow(Refused)
  })
})
