/** Parameters of the URL that say what is open, not what is listed. */
const records = ['lead', 'property', 'event']

/** The part of a URL's query that a view saves, in one order, so that equal views have equal texts. */
export function toViewQuery(search: string): string {
  const params = [...new URLSearchParams(search)].filter(([name, value]) => !records.includes(name) && value !== '')
  return new URLSearchParams(params.toSorted(([one], [other]) => one.localeCompare(other))).toString()
}
