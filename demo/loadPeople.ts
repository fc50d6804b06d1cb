import type { ClientBase } from 'pg'
import { normalizeEmail } from '../api/domain/auth/accounts.ts'
import { hashPassword } from '../api/domain/auth/passwords.ts'
import { DEMO_PASSWORD, DEMO_TENANTS, DEMO_USERS } from './people.ts'

/** Inserts the demo tenants and accounts in the caller's transaction. The accounts are flagged as demo accounts. */
export async function loadPeople(client: ClientBase, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await client.query(
    `insert into tenants (id, name, company_name, created_at)
     select id, name, "companyName", "createdAt"
     from jsonb_to_recordset($1) as t (id uuid, name text, "companyName" text, "createdAt" timestamptz)`,
    [JSON.stringify(DEMO_TENANTS.map((tenant) => ({ ...tenant, createdAt: daysAgo(tenant.createdDaysAgo) })))],
  )
  const users = DEMO_USERS.map((user) => ({
    ...user,
    emailKey: normalizeEmail(user.email),
    createdAt: daysAgo(user.joinedDaysAgo),
  }))
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await client.query(
    `insert into users (id, email, email_key, full_name, role, tenant_id, phone, password_hash, status, demo, created_at)
     select id, email, "emailKey", "fullName", role, "tenantId", phone, $2, status, true, "createdAt"
     from jsonb_to_recordset($1) as u (id uuid, email text, "emailKey" text, "fullName" text, role text, "tenantId" uuid,
       phone text, status text, "createdAt" timestamptz)`,
    [JSON.stringify(users), passwordHash],
  )
}
