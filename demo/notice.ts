import type { Database } from '../api/database/connection.ts'
import { User } from '../api/entities/user.ts'
import { DEMO_PASSWORD, DEMO_TENANTS, DEMO_USERS, type DemoUser } from './people.ts'

const roleNames = { global_admin: 'global admin', owner: 'owner', admin: 'admin', sales_rep: 'sales rep' }

/** What a newcomer needs to look around: an account of each role in the first tenant, and the password of all. */
export function formatDemoNotice(): string {
  const [tenant] = DEMO_TENANTS
  const shown = DEMO_USERS.filter((user) => user.tenantId === tenant!.id || user.role === 'global_admin')
  const oneOfEachRole = (['owner', 'admin', 'sales_rep', 'global_admin'] as const).flatMap(
    (role) => shown.find((user) => user.role === role) ?? [],
  )
  return ['', `Demo accounts (password ${DEMO_PASSWORD}):`, ...oneOfEachRole.map(formatUser)].join('\n')
}

/** What is said of the demo's accounts where the demo does not run; null where there are none. */
export async function disabledAccountsNotice(database: Database): Promise<string | null> {
  const count = await database.within('platform', (em) => em.count(User, { demo: true, deletedAt: null }))
  return count > 0 ? `${count} demo accounts in this database cannot sign in, since the demo does not run.` : null
}

function formatUser({ email, fullName, role }: DemoUser): string {
  return `  ${email.padEnd(30)} ${fullName}, ${roleNames[role]}`
}
