import { queryRows, type Database } from '../api/database/connection.ts'
import { DEMO_PASSWORD, DEMO_TENANTS, DEMO_USERS, type DemoUser } from './people.ts'

const roleNames = { global_admin: 'global admin', owner: 'owner', admin: 'admin', sales_rep: 'sales rep' }

/** The text that lists the demo password and one account of each role in the first tenant. */
export function formatDemoNotice(): string {
  const [tenant] = DEMO_TENANTS
  const shown = DEMO_USERS.filter((user) => user.tenantId === tenant!.id || user.role === 'global_admin')
  const oneOfEachRole = (['owner', 'admin', 'sales_rep', 'global_admin'] as const).flatMap(
    (role) => shown.find((user) => user.role === role) ?? [],
  )
  return ['', `Demo accounts (password ${DEMO_PASSWORD}):`, ...oneOfEachRole.map(formatUser)].join('\n')
}

/** A notice for a server that runs with the demo disabled on a database with demo accounts; null if there are none. */
export async function disabledAccountsNotice(database: Database): Promise<string | null> {
  const accounts = await database.within('platform', (em) =>
    queryRows(em, 'select from users where demo and deleted_at is null'),
  )
  return accounts.length > 0
    ? `${accounts.length} demo accounts in this database cannot sign in, because the demo is off.`
    : null
}

function formatUser({ email, fullName, role }: DemoUser): string {
  return `  ${email.padEnd(30)} ${fullName}, ${roleNames[role]}`
}
