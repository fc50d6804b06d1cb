import type { Priority, PropertyStatus } from '../domain/enums.ts'

/** A property that a tenant saved. Its tags are in the table `property_tags`, so that an index can find them. */
export interface Property {
  tenantId: string
  id: string
  address: string
  streetNumber: string
  streetName: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  lat: number
  lng: number
  /** The cell that contains the point (domain/cells.ts): a viewport is a few ranges of cells. */
  cell: bigint
  /** The point rounded to 5 and to 6 decimals, to find an existing property at the same place (spec §5). */
  point5: string
  point6: string
  ownerName: string | null
  ownerAddress: string | null
  /** The provider that `ownerName` comes from. */
  ownerSource: string | null
  /** As the owner gave them to a rep. */
  ownerPhone: string | null
  ownerEmail: string | null
  parcelId: string | null
  /** The parcel was matched by the nearest street number, not the exact one. */
  unconfirmed: boolean
  neighborhood: string | null
  notes: string | null
  priority: Priority
  status: PropertyStatus
  assignedTo: string | null
  createdBy: string
  /** 1, and one more with each change, tags included (rowVersions.sql.ts). */
  version: number
  createdAt: Date
  updatedAt: Date
}
