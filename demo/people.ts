import type { AccountStatus, Role } from '../api/domain/enums.ts'

/**
 * The password of every demo account. Demo accounts can sign in only on the embedded database, which listens on the
 * loopback address.
 */
export const DEMO_PASSWORD = 'porchlight'

export interface DemoTenant {
  id: string
  name: string
  companyName: string
  createdDaysAgo: number
}

export interface DemoUser {
  id: string
  email: string
  fullName: string
  role: Role
  tenantId: string | null
  phone: string | null
  status: AccountStatus
  /** A fraction for a user who joined today. */
  joinedDaysAgo: number
}

export const MAPLE = defineTenant(1, 'Maple Demo Roofing', 'Maple Demo Roofing LLC', 133)
export const STORM = defineTenant(2, 'Sample Storm Co', 'Sample Storm Company', 96)
export const EXTERIORS = defineTenant(3, 'Example Exteriors', 'Example Exteriors Inc', 71)

export const DEMO_TENANTS: DemoTenant[] = [MAPLE, STORM, EXTERIORS]

export const DEMO_USERS: DemoUser[] = [
  defineUser(1, 'Parker Mockingham', 'parker@porchlight.example', 'global_admin', null, 164),
  defineUser(2, 'Quinn Example', 'quinn@maple-demo.example', 'owner', MAPLE, 133),
  defineUser(3, 'Robin Sample', 'robin@maple-demo.example', 'admin', MAPLE, 133),
  defineUser(4, 'Avery Sample', 'avery@maple-demo.example', 'sales_rep', MAPLE, 126),
  defineUser(5, 'Jordan Placeholder', 'jordan@maple-demo.example', 'sales_rep', MAPLE, 126),
  defineUser(6, 'Riley Example', 'riley@maple-demo.example', 'sales_rep', MAPLE, 84),
  defineUser(7, 'Casey Demo', 'casey@maple-demo.example', 'sales_rep', MAPLE, 61),
  defineUser(8, 'Morgan Specimen', 'morgan@maple-demo.example', 'sales_rep', MAPLE, 60),
  defineUser(9, 'Sky Testcase', 'sky@maple-demo.example', 'sales_rep', MAPLE, 23),
  defineUser(10, 'Hollis Mockup', 'hollis@sample-storm.example', 'owner', STORM, 96),
  defineUser(11, 'Reese Template', 'reese@sample-storm.example', 'sales_rep', STORM, 90),
  defineUser(12, 'Lane Prototype', 'lane@sample-storm.example', 'sales_rep', STORM, 90),
  {
    ...defineUser(13, 'Drew Specimen', 'drew@sample-storm.example', 'sales_rep', STORM, 89),
    status: 'blocked',
    phone: null,
  },
  defineUser(14, 'Emery Demo', 'emery@example-exteriors.example', 'owner', EXTERIORS, 71),
  defineUser(15, 'Finley Sandbox', 'finley@example-exteriors.example', 'sales_rep', EXTERIORS, 65),
  defineUser(16, 'Marlow Draft', 'marlow@example-exteriors.example', 'sales_rep', EXTERIORS, 44),
  {
    ...defineUser(17, 'Harper Placeholder', 'harper@newcomer.example', 'sales_rep', null, 0.11),
    status: 'pending',
    phone: null,
  },
]

/** Throws if no demo account has the address, so that a plan cannot name an unknown person. */
export function findDemoUser(email: string): DemoUser {
  const found = DEMO_USERS.find((one) => one.email === email)
  if (!found) throw new Error(`No demo account has the address ${email}`)
  return found
}

function defineTenant(number: number, name: string, companyName: string, createdDaysAgo: number): DemoTenant {
  return { id: createDemoId(1, number), name, companyName, createdDaysAgo }
}

function defineUser(
  number: number,
  fullName: string,
  email: string,
  role: Role,
  tenant: DemoTenant | null,
  joinedDaysAgo: number,
): DemoUser {
  const tenantId = tenant?.id ?? null
  const phone = `(555) 0100-${101 + number * 7}`
  return { id: createDemoId(2, number), email, fullName, role, tenantId, phone, status: 'active', joinedDaysAgo }
}

/** Demo ids are the same on every machine, so that a link into the demo works for everyone. */
export function createDemoId(kind: number, number: number): string {
  return `018d0000-0000-7000-8000-${kind}${String(number).padStart(11, '0')}`
}
