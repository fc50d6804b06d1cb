import { Malformed } from './errors.ts'

/** The maximum number of characters of each text, by its name in REST. The use cases enforce it for GraphQL and REST. */
export const maxLengths = {
  address: 500,
  street_number: 50,
  street_name: 200,
  city: 200,
  state: 50,
  zip_code: 20,
  owner_name: 300,
  owner_address: 500,
  owner_source: 100,
  owner_phone: 50,
  owner_email: 320,
  parcel_id: 100,
  neighborhood: 200,
  notes: 10_000,
  note: 2_000,
  text: 2_000,
  source: 100,
  contact_name: 200,
  contact_phone: 50,
  contact_email: 320,
  stage_name: 40,
} as const

export function maxLengthMessage(maxLength: number): string {
  return `At most ${maxLength.toLocaleString('en-US')} characters.`
}

/** Throws `Malformed` with the field's name if a text is longer than its maximum. */
export function checkLengths(texts: { [field in keyof typeof maxLengths]?: string | null | undefined }): void {
  for (const [field, text] of Object.entries(texts)) {
    const maxLength = maxLengths[field as keyof typeof maxLengths]
    if (!text || text.length <= maxLength) continue
    const message = maxLengthMessage(maxLength)
    throw new Malformed(`${field}: ${message}`, { [field]: message })
  }
}
