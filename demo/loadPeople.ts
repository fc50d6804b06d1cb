import type { ClientBase } from 'pg'
import { normalizeEmail } from '../api/domain/accounts.ts'
import { hashPassword } from '../api/domain/passwords.ts'
import { DEMO_PASSWORD, DEMO_TENANTS, DEMO_USERS } from './people.ts'

/** Inserts the demo tenants and accounts in the caller's transaction. The accounts are flagged as demo accounts. */
export async function loadPeople(client: ClientBase, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await client.query(
    `insert into tenants (id, name, company_name, created_at)
     select id, name, company_name, created_at
     from jsonb_to_recordset($1) as t (id uuid, name text, company_name text, created_at timestamptz)`,
    [
      JSON.stringify(
        DEMO_TENANTS.map(({ id, name, companyName, createdDaysAgo }) => ({
          id,
          name,
          company_name: companyName,
          created_at: daysAgo(createdDaysAgo),
        })),
      ),
    ],
  )
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await client.query(
    `insert into users (id, email, email_key, full_name, role, tenant_id, phone, password_hash, status, demo, created_at)
     select id, email, email_key, full_name, role, tenant_id, phone, $2, status, true, created_at
     from jsonb_to_recordset($1) as u (id uuid, email text, email_key text, full_name text, role text, tenant_id uuid,
       phone text, status text, created_at timestamptz)`,
    [
      JSON.stringify(
        DEMO_USERS.map((user) => ({
          id: user.id,
          email: user.email,
          email_key: normalizeEmail(user.email),
          full_name: user.fullName,
          role: user.role,
          tenant_id: user.tenantId,
          phone: user.phone,
          status: user.status,
          created_at: daysAgo(user.joinedDaysAgo),
        })),
      ),
      passwordHash,
    ],
  )
}
