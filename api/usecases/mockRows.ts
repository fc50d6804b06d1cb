import { leadStatuses, priorities, propertyStatuses, propertyTypes } from '../domain/words.ts'
import type { LeadView } from './leads.ts'
import type { PropertyView } from './properties.ts'
import type { UserView } from './users.ts'

/** Plainly invented rows, the same at every call: nothing of them is in the database, and nobody owns them. */

const HOUSES_A_STREET = 20
const STREETS = ['Mockingbird Sample Ave', 'Placeholder Ln', 'Fictional Fern St', 'Invented Elm St'] as const
const NEIGHBORHOODS = ['Mock Heights', 'Sample Grove', 'Example Park', 'Placeholder Row'] as const
const COMPANIES = ['Mock Roofing Co', 'Invented Gutters', 'Placeholder Storm Repair'] as const
const GIVEN_NAMES = ['Mocky', 'Sampley', 'Testa', 'Fictia', 'Placida', 'Exam', 'Dummett', 'Inventa'] as const
/** The people of each company: an owner, an admin, and as many reps as are left. */
const SIZES = [12, 7, 5] as const

export const mockPropertyCount = 160
export const mockLeadCount = 96
export const mockUserCount = SIZES.reduce((sum, size) => sum + size, 0)

/** The newest of a list; the next ones are some hours older each. */
const NEWEST = Date.UTC(2024, 1, 15, 21)
const HOUR = 3_600_000
/** Where the map opens (spec §9). */
const CENTRE = { lat: 39.77, lng: -86.16 }

/** '00000000-0000-4000-8000-000100000142': no id of a real row looks like that. */
const idOf = (kind: 'property' | 'lead' | 'user' | 'tenant', n: number) =>
  `00000000-0000-4000-8000-${{ property: '0001', lead: '0002', user: '0003', tenant: '0004' }[kind]}${String(n).padStart(8, '0')}`

const four = (n: number) => String(n).padStart(4, '0')
const at = <T>(list: readonly T[], n: number): T => list[n % list.length]!
const hoursBefore = (n: number, hours: number) => new Date(NEWEST - n * hours * HOUR)

/** The `n`th newest house, `n` from 0. Houses stand in rows around the middle of the map, one of them in it. */
export function mockProperty(n: number): PropertyView {
  const number = mockPropertyCount - n
  const street = Math.floor(n / HOUSES_A_STREET)
  const place = n % HOUSES_A_STREET
  const streetNumber = String(100 * (1 + Math.floor(street / STREETS.length)) + 4 * place + 1)
  const streetName = at(STREETS, street)
  const createdAt = hoursBefore(n, 7)
  return {
    tenantId: idOf('tenant', n % COMPANIES.length),
    id: idOf('property', number),
    address: `${streetNumber} ${streetName}, Mockville, IN 46299`,
    streetNumber,
    streetName,
    city: 'Mockville',
    state: 'IN',
    zipCode: '46299',
    lat: round(CENTRE.lat + (street - 3) * 0.0004),
    lng: round(CENTRE.lng + (place - 9) * 0.00022),
    ownerName: n % 13 === 12 ? null : `Sample Owner ${four(number)}`,
    ownerAddress: n % 13 === 12 ? null : `${streetNumber} ${streetName}, Mockville, IN 46299`,
    ownerSource: 'mock',
    parcelId: `MOCK-${four(number)}`,
    unconfirmed: n % 29 === 28,
    neighborhood: at(NEIGHBORHOODS, street),
    notes: n % 8 === 3 ? 'An invented note about an invented house.' : null,
    tags: n % 9 === 8 ? [] : n % 5 === 4 ? [at(propertyTypes, n), at(propertyTypes, n + 3)] : [at(propertyTypes, n)],
    priority: at(priorities, n % 4 === 1 ? 1 : 0),
    status: at(propertyStatuses, n * 7 + street),
    assignedTo: idOf('user', repOf(n)),
    createdBy: idOf('user', repOf(n)),
    createdAt,
    updatedAt: createdAt,
    cursorAt: createdAt.toISOString(),
  }
}

/** The `n`th newest lead, each for another house that `mockProperty` gives too. */
export function mockLead(n: number): LeadView {
  const house = mockProperty((n * 7) % mockPropertyCount)
  const priority = at(priorities, n % 3 === 1 ? 1 : 0)
  const status = at(leadStatuses, n < 12 ? n % 2 : n)
  const createdAt = hoursBefore(n, 5)
  return {
    tenantId: house.tenantId,
    id: idOf('lead', mockLeadCount - n),
    propertyId: house.id,
    tag: house.tags[0] ?? 'generic',
    priority,
    status,
    templateData: { priority },
    repId: idOf('user', repOf(n)),
    createdAt,
    completedAt: status === 'completed' ? createdAt : null,
    updatedAt: createdAt,
    cursorAt: createdAt.toISOString(),
    address: house.address,
    ownerName: house.ownerName ?? null,
    unconfirmed: house.unconfirmed,
  }
}

/** The `n`th newest account: one company after the other, the last rep of each blocked. */
export function mockUser(n: number): UserView {
  const { company, place, last } = deskOf(n)
  const tenant = mockTenant(company)
  const createdAt = hoursBefore(n, 31)
  return {
    id: idOf('user', n),
    email: `mock${four(n)}@${tenant.name.toLowerCase().replaceAll(' ', '-')}.example`,
    fullName: `${at(GIVEN_NAMES, n)} Sample ${four(n)}`,
    role: place === 0 ? 'owner' : place === 1 ? 'admin' : 'sales_rep',
    status: last ? 'blocked' : 'active',
    tenantId: tenant.id,
    tenant,
    phone: `(555) 0100-${String(100 + n)}`,
    mustChangePassword: false,
    createdAt,
    cursorAt: createdAt.toISOString(),
  }
}

function mockTenant(n: number) {
  const name = at(COMPANIES, n)
  const createdAt = hoursBefore(n, 900)
  return {
    id: idOf('tenant', n),
    name,
    companyName: `${name} of Mockville`,
    timeZone: 'America/Indiana/Indianapolis',
    createdAt,
  }
}

/** The rep whose figures are told. */
export const mockRep = () => mockUser(repOf(0))

/** A rep of the first company: five of them share the work. */
const repOf = (n: number) => 2 + (n % 5)

/** In which company an account is, and where in it. */
function deskOf(n: number): { company: number; place: number; last: boolean } {
  let before = 0
  const company = SIZES.findIndex((size) => {
    if (n < before + size) return true
    before += size
    return false
  })
  return { company, place: n - before, last: n === before + SIZES[company]! - 1 }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
