/** The link that dials a phone number; undefined for a text without digits, such as "ask the neighbor" in an imported file. */
export const phoneLink = (phone: string): string | undefined =>
  /\d/.test(phone) ? `tel:${phone.replaceAll(/[^\d+]/g, '')}` : undefined

/** The link that writes to an email address. */
export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
