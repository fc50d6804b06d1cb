import type pg from 'pg'
import { rest } from '../support/client.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

/** Who sends a request, as headers. A socket sends them in `connection_init`. */
export interface Caller {
  who: string
  headers: Record<string, string>
}

/** New users of every role of the tenant, new API keys of its owner, and a global admin in several forms. */
export async function createCallers(client: pg.Client, url: string, tenantId: string): Promise<Caller[]> {
  const of = ({ token }: TestUser, more: Record<string, string> = {}) => ({ authorization: `Bearer ${token}`, ...more })
  const rep = await addUser(client, tenantId, 'sales_rep', 'Sample Caller')
  const admin = await addUser(client, tenantId, 'admin', 'Sample Caller')
  const owner = await addUser(client, tenantId, 'owner', 'Sample Caller')
  const globalAdmin = await addUser(client, null, 'global_admin', 'Sample Caller')
  const createKey = async (scope: string): Promise<TestUser> => {
    const { status, body } = await rest(url, owner.token, 'POST', '/api-keys', {
      name: 'Sample key',
      scope,
      expires_in_days: 2,
    })
    if (status !== 201) throw new Error(`An API key could not be created: ${JSON.stringify(body)}`)
    return { id: '', token: (body['data'] as { token: string }).token }
  }
  const inTenant = { 'x-tenant-id': tenantId }
  return [
    { who: 'anonymous', headers: {} },
    { who: 'sales_rep', headers: of(rep) },
    { who: 'admin', headers: of(admin) },
    { who: 'owner', headers: of(owner) },
    { who: 'read-only API key', headers: of(await createKey('read')) },
    { who: 'API key', headers: of(await createKey('full')) },
    {
      who: 'global_admin viewing as sales_rep',
      headers: of(globalAdmin, { ...inTenant, 'x-impersonate-role': 'sales_rep' }),
    },
    { who: 'global_admin viewing as owner', headers: of(globalAdmin, { ...inTenant, 'x-impersonate-role': 'owner' }) },
    { who: 'global_admin in the tenant', headers: of(globalAdmin, inTenant) },
    { who: 'global_admin', headers: of(globalAdmin) },
    { who: 'unknown token', headers: of({ id: '', token: 'x'.repeat(43) }) },
  ]
}
