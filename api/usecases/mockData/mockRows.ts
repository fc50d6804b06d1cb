import { leadStatuses, priorities, propertyStatuses, propertyTypes } from '../../domain/enums.ts'
import { emptyProperty } from '../../domain/properties/propertyFields.ts'
import type { LeadView } from '../leads/leads.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import type { UserView } from '../users/users.ts'

const propertiesPerStreet = 20
const streets = ['Mockingbird Sample Ave', 'Placeholder Ln', 'Fictional Fern St', 'Invented Elm St'] as const
const neighborhoods = ['Mock Heights', 'Sample Grove', 'Example Park', 'Placeholder Row'] as const
const companies = ['Mock Roofing Co', 'Invented Gutters', 'Placeholder Storm Repair'] as const
const givenNames = ['Mocky', 'Sampley', 'Testa', 'Fictia', 'Placida', 'Exam', 'Dummett', 'Inventa'] as const
/** The number of users in each company: an owner, an admin, and reps. */
const companySizes = [12, 7, 5] as const

export const mockPropertyCount = 160
export const mockLeadCount = 96
export const mockUserCount = companySizes.reduce((sum, size) => sum + size, 0)

/** The creation time of the newest row of each list. */
const newestMs = Date.UTC(2024, 1, 15, 21)
const hourMs = 3_600_000
/** The center of the initial map view (spec §9). */
const mapCenter = { lat: 39.77, lng: -86.16 }

/** Such as '00000000-0000-4000-8000-000100000142', which no real row has. */
const mockId = (kind: 'property' | 'lead' | 'user' | 'tenant', n: number) =>
  `00000000-0000-4000-8000-${{ property: '0001', lead: '0002', user: '0003', tenant: '0004' }[kind]}${String(n).padStart(8, '0')}`

const padToFour = (n: number) => String(n).padStart(4, '0')
const itemAt = <T>(list: readonly T[], n: number): T => list[n % list.length]!
const hoursBefore = (n: number, hours: number) => new Date(newestMs - n * hours * hourMs)

/** The `n`th newest property, from 0. The properties form rows around the center of the map. */
export function createMockProperty(n: number): PropertyView {
  const propertyNumber = mockPropertyCount - n
  const street = Math.floor(n / propertiesPerStreet)
  const position = n % propertiesPerStreet
  const streetNumber = String(100 * (1 + Math.floor(street / streets.length)) + 4 * position + 1)
  const streetName = itemAt(streets, street)
  const createdAt = hoursBefore(n, 7)
  return {
    ...emptyProperty,
    tenantId: mockId('tenant', n % companies.length),
    id: mockId('property', propertyNumber),
    address: `${streetNumber} ${streetName}, Mockville, IN 46299`,
    streetNumber,
    streetName,
    city: 'Mockville',
    state: 'IN',
    zipCode: '46299',
    lat: roundDegrees(mapCenter.lat + (street - 3) * 0.0004),
    lng: roundDegrees(mapCenter.lng + (position - 9) * 0.00022),
    ownerName: n % 13 === 12 ? null : `Sample Owner ${padToFour(propertyNumber)}`,
    ownerAddress: n % 13 === 12 ? null : `${streetNumber} ${streetName}, Mockville, IN 46299`,
    ownerSource: 'mock',
    parcelId: `MOCK-${padToFour(propertyNumber)}`,
    unconfirmed: n % 29 === 28,
    neighborhood: itemAt(neighborhoods, street),
    notes: n % 8 === 3 ? 'An invented note about an invented property.' : null,
    tags:
      n % 9 === 8
        ? []
        : n % 5 === 4
          ? [itemAt(propertyTypes, n), itemAt(propertyTypes, n + 3)]
          : [itemAt(propertyTypes, n)],
    priority: itemAt(priorities, n % 4 === 1 ? 1 : 0),
    status: itemAt(propertyStatuses, n * 7 + street),
    assignedTo: mockId('user', repIndexOf(n)),
    createdBy: mockId('user', repIndexOf(n)),
    createdAt,
    updatedAt: createdAt,
    version: 1,
    limited: false,
  }
}

/** The `n`th newest lead, from 0. Each belongs to a different property of `createMockProperty`. */
export function createMockLead(n: number): LeadView {
  const property = createMockProperty((n * 7) % mockPropertyCount)
  const priority = itemAt(priorities, n % 3 === 1 ? 1 : 0)
  const status = itemAt(leadStatuses, n < 12 ? n % 2 : n)
  const createdAt = hoursBefore(n, 5)
  return {
    tenantId: property.tenantId,
    id: mockId('lead', mockLeadCount - n),
    propertyId: property.id,
    tag: property.tags[0] ?? 'generic',
    priority,
    status,
    templateData: { priority },
    repId: mockId('user', repIndexOf(n)),
    createdAt,
    completedAt: status === 'completed' ? createdAt : null,
    updatedAt: createdAt,
    version: 1,
    address: property.address,
    ownerName: property.ownerName ?? null,
    city: property.city ?? null,
    state: property.state ?? null,
    zipCode: property.zipCode ?? null,
    lat: property.lat,
    lng: property.lng,
    unconfirmed: property.unconfirmed,
    propertyAssignedTo: property.assignedTo ?? null,
    assignedTo: n % 4 === 3 ? null : mockId('user', repIndexOf(n)),
    stageId: null,
    followUpAt: null,
    value: n % 5 === 0 ? 1_000 + 250 * (n % 30) : null,
    source: null,
    contactName: null,
    contactPhone: null,
    contactEmail: null,
    lastPrintedAt: null,
  }
}

/** The `n`th newest user, from 0, by company. The last rep of each company is blocked. */
export function createMockUser(n: number): UserView {
  const { company, position, last } = companyPositionOf(n)
  const tenant = createMockTenant(company)
  const createdAt = hoursBefore(n, 31)
  return {
    id: mockId('user', n),
    email: `mock${padToFour(n)}@${tenant.name.toLowerCase().replaceAll(' ', '-')}.example`,
    fullName: `${itemAt(givenNames, n)} Sample ${padToFour(n)}`,
    role: position === 0 ? 'owner' : position === 1 ? 'admin' : 'sales_rep',
    status: last ? 'blocked' : 'active',
    tenantId: tenant.id,
    tenant,
    phone: `(555) 0100-${String(100 + n)}`,
    mustChangePassword: false,
    createdAt,
  }
}

function createMockTenant(n: number) {
  const name = itemAt(companies, n)
  const createdAt = hoursBefore(n, 900)
  return {
    id: mockId('tenant', n),
    name,
    companyName: `${name} of Mockville`,
    logoUrl: null,
    timeZone: 'America/Indiana/Indianapolis',
    teamDoorsVisible: true,
    requireTwoFactors: false,
    allowNearestDoors: false,
    address: null,
    createdAt,
    archivedAt: null,
  }
}

/** The rep of the mock sales performance. */
export const createMockRep = () => createMockUser(repIndexOf(0))

/** The index of one of five reps of the first company, who share all rows. */
const repIndexOf = (n: number) => 2 + (n % 5)

/** The company of the `n`th user, and the user's place within it. */
function companyPositionOf(n: number): { company: number; position: number; last: boolean } {
  let firstOfCompany = 0
  const company = companySizes.findIndex((size) => {
    if (n < firstOfCompany + size) return true
    firstOfCompany += size
    return false
  })
  return { company, position: n - firstOfCompany, last: n === firstOfCompany + companySizes[company]! - 1 }
}

const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6
