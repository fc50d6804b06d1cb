import { normalizeAddressSpacing } from '../../domain/addresses/text.ts'
import { check } from '../../domain/errors.ts'
import type { NamesWith, PartialOf } from '../../domain/fields.ts'
import type { propertyFields, PropertyFacts } from '../../domain/properties/propertyFields.ts'
import type { Priority, PropertyType } from '../../domain/enums.ts'

export interface NewProperty extends PropertyFacts {
  /** The client's id for this property, so that sending it again changes nothing. */
  id?: string | null
  /** For an address without a unit. */
  unit?: string | null
  tags?: PropertyType[] | null
  priority?: Priority | null
}

export type PropertyChange = PartialOf<typeof propertyFields, NamesWith<typeof propertyFields, 'editable'>>

/** The address with single spaces. Throws `Refused` if it is empty. */
export function requireAddress(text: string): string {
  const address = normalizeAddressSpacing(text)
  const message = 'Please enter an address'
  check(address, message, { address: message })
  return address
}
