import { Malformed } from './errors.ts'

/** How many characters each text holds at most, by its name in REST; both transports are held to it by the use cases. */
export const longest = {
  address: 500,
  street_number: 50,
  street_name: 200,
  city: 200,
  state: 50,
  zip_code: 20,
  owner_name: 300,
  owner_address: 500,
  owner_source: 100,
  parcel_id: 100,
  neighborhood: 200,
  notes: 10_000,
  note: 2_000,
} as const

export function tooLong(most: number): string {
  return `At most ${most.toLocaleString('en-US')} characters.`
}

/** Throws `Malformed`, naming the field, when a text is longer than it may be. */
export function checkLengths(texts: { [field in keyof typeof longest]?: string | null | undefined }): void {
  for (const [field, text] of Object.entries(texts)) {
    const most = longest[field as keyof typeof longest]
    if (text && text.length > most) throw new Malformed(`${field}: ${tooLong(most)}`, { [field]: tooLong(most) })
  }
}
