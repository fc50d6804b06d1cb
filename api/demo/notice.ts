import { DEMO_PASSWORD, DEMO_TENANTS, DEMO_USERS, type DemoUser } from './people.ts'

const roleNames = { global_admin: 'global admin', owner: 'owner', admin: 'admin', sales_rep: 'sales rep' }

/** What a newcomer needs to look around: an account of each role in the first tenant, and the password of all. */
export function demoNotice(): string {
  const [tenant] = DEMO_TENANTS
  const shown = DEMO_USERS.filter((user) => user.tenantId === tenant!.id || user.role === 'global_admin')
  const firsts = (['owner', 'admin', 'sales_rep', 'global_admin'] as const).flatMap(
    (role) => shown.find((user) => user.role === role) ?? [],
  )
  return ['', `Demo accounts (password ${DEMO_PASSWORD}):`, ...firsts.map(line)].join('\n')
}

function line({ email, fullName, role }: DemoUser): string {
  return `  ${email.padEnd(30)} ${fullName}, ${roleNames[role]}`
}
