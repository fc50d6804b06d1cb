import { describe, expect, it } from 'vitest'
import type { JobKind, Role } from '../enums.ts'
import { Forbidden } from '../errors.ts'
import { authorizeJob, type JobInput } from './jobRights.ts'

const actor = (role: Role) => ({
  userId: 'u1',
  sessionId: 's1',
  email: 'sam@sample.example',
  fullName: 'Sam Sample',
  role,
  viewedRole: null,
  tenantId: 't1',
  mustChangePassword: false,
})

const roles: Role[] = ['sales_rep', 'admin', 'owner', 'global_admin']
const managers: Role[] = ['admin', 'owner', 'global_admin']

describe('a job', () => {
  it.each<[string, JobKind, JobInput, Role[]]>([
    ['exports', 'export', {}, managers],
    ['exports, whatever else it names,', 'export', { list: 'parcels' }, managers],
    ['imports properties', 'import', { list: 'properties', onDuplicate: 'update' }, managers],
    ['imports leads', 'import', { list: 'leads', onDuplicate: 'update' }, managers],
    ['adds users', 'import', { list: 'users', onDuplicate: 'skip' }, ['owner', 'global_admin']],
    ['changes users', 'import', { list: 'users', onDuplicate: 'update' }, ['global_admin']],
    ['imports parcels', 'import', { list: 'parcels' }, ['global_admin']],
    ['takes back leads', 'import_undo', { list: 'leads' }, managers],
    ['takes back users', 'import_undo', { list: 'users', onDuplicate: 'update' }, ['owner', 'global_admin']],
    ['takes back parcels', 'import_undo', { list: 'parcels' }, ['global_admin']],
  ])('that %s is for those who may do that by hand', (_what, kind, input, allowed) => {
    for (const role of roles) {
      const start = () => authorizeJob(actor(role), kind, input)
      if (allowed.includes(role)) expect(start).not.toThrow()
      else expect(start).toThrow(Forbidden)
    }
  })
})
