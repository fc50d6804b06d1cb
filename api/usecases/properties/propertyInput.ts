import { isEmail } from '../../domain/auth/accounts.ts'
import { normalizeAddressSpacing } from '../../domain/addresses/text.ts'
import { check } from '../../domain/errors.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { isPhone } from '../../domain/properties/phones.ts'
import type { Priority, PropertyType } from '../../domain/enums.ts'
import type { PropertyFacts } from '../../records/propertyWrites.ts'

export interface NewProperty extends PropertyFacts {
  /** The client's id for this property, so that sending it again changes nothing. */
  id?: string | null
  /** For an address without a unit. */
  unit?: string | null
  tags?: PropertyType[] | null
  priority?: Priority | null
}

export interface PropertyChange {
  ownerName?: string | null
  ownerPhone?: string | null
  ownerEmail?: string | null
  notes?: string | null
  tags?: PropertyType[] | null
  priority?: Priority | null
  parcelId?: string | null
  streetNumber?: string | null
  assignedTo?: string | null
  unconfirmed?: boolean | null
}

/** The address with single spaces. Throws `Refused` if it is empty. */
export function requireAddress(text: string): string {
  const address = normalizeAddressSpacing(text)
  const message = 'Please enter an address'
  check(address, message, { address: message })
  return address
}

interface OwnerContact {
  ownerPhone?: string | null
  ownerEmail?: string | null
}

/**
 * The phone number and email address without surrounding whitespace; null if blank, undefined if omitted. Throws `Refused` for
 * one that is not valid.
 */
export function parseOwnerContact({ ownerPhone, ownerEmail }: OwnerContact): OwnerContact {
  return { ownerPhone: parsePhone(ownerPhone, 'owner_phone'), ownerEmail: parseEmail(ownerEmail, 'owner_email') }
}

/** A phone number without surrounding whitespace; null if blank, undefined if omitted. Throws `Refused` if it is not valid. */
export function parsePhone(text: string | null | undefined, field: string): string | null | undefined {
  const phone = trimToNull(text)
  check(!phone || isPhone(phone), 'Invalid phone number', { [field]: 'Invalid phone number' })
  return phone
}

/** The same for an email address. */
export function parseEmail(text: string | null | undefined, field: string): string | null | undefined {
  const email = trimToNull(text)
  check(!email || isEmail(email), 'Invalid email address', { [field]: 'Invalid email address' })
  return email
}

/** The text without surrounding whitespace; null if blank, undefined if omitted. */
export function trimToNull(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text?.trim() || null
}

/** Throws `Refused` with the name of each field that is too long. */
export function checkTextLengths(texts: Partial<NewProperty>): void {
  checkLengths({
    address: texts.address,
    street_number: texts.streetNumber,
    street_name: texts.streetName,
    city: texts.city,
    state: texts.state,
    zip_code: texts.zipCode,
    owner_name: texts.ownerName,
    owner_address: texts.ownerAddress,
    owner_source: texts.ownerSource,
    owner_phone: texts.ownerPhone,
    owner_email: texts.ownerEmail,
    parcel_id: texts.parcelId,
    neighborhood: texts.neighborhood,
    notes: texts.notes,
  })
}
