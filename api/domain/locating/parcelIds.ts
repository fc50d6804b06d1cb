import { Refused } from '../errors.ts'

/** What counties write instead of a parcel id, without spaces and punctuation. */
const placeholders = new Set(
  `na none no null nan unknown unk tbd tba pending missing blank void exempt unassigned notassigned notavailable noparcel nopin noapn
  nonumber various multiple row rightofway road street water hydro railroad rr gap`.split(/\s+/),
)

/**
 * The parcel id without surrounding whitespace; null for a text that is none, such as `N/A`, `0`, `-`, `UNKNOWN` or `000-000-0000`,
 * which many parcels share. Throws `Refused` for a number that a spreadsheet has damaged.
 */
export function parseParcelId(text: string): string | null {
  const id = text.trim()
  if (isShortened(id))
    throw new Refused(
      `A spreadsheet has shortened this number (${id}): format the column as text and export the file again.`,
    )
  if (isDate(id))
    throw new Refused(
      `A spreadsheet has made this number a date (${id}): format the column as text and export the file again.`,
    )
  return isPlaceholder(id) ? null : id
}

/** The parcel id if properties may be matched by it; null for a placeholder, and for a number that a spreadsheet has damaged. */
export function matchableParcelId(text: string | null | undefined): string | null {
  const id = text?.trim() ?? ''
  return isShortened(id) || isDate(id) || isPlaceholder(id) ? null : id
}

/** 4.90715E+17, with a comma in some countries. `12E34` and `4E17` are parcel ids. */
function isShortened(id: string): boolean {
  return /^-?\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i.test(id) || /^-?\d[.,]\d{1,20}E\d{1,3}$/i.test(id)
}

/** `5-4` becomes 4-May or May-04. */
function isDate(id: string): boolean {
  return /^(?:\d{1,2}-)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d{1,4})?$/i.test(id) && id.includes('-')
}

function isPlaceholder(id: string): boolean {
  const letters = id.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
  // Also '', '000' and '99999'.
  return /^(?:0*|9{5,}|xx+)$/.test(letters) || placeholders.has(letters)
}
