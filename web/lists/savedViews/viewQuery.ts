/** Parameters of the URL that say what is open, not what is listed. */
const opened = ['lead', 'property', 'event', 'dialog', 'user']
/** Parameters that say how a list is shown. They stay when another view is chosen. */
const display = ['view', 'cards']

/** The part of a URL's query that a view saves, in one order, so that equal views have equal texts. */
export function toViewQuery(search: string): string {
  const others = [...opened, ...display]
  const params = [...new URLSearchParams(search)].filter(([name, value]) => !others.includes(name) && value !== '')
  return new URLSearchParams(params.toSorted(([one], [other]) => one.localeCompare(other))).toString()
}

/** The query of a URL that shows a view in the way that the list is shown now. */
export function toViewSearch(query: string, search: string): string {
  const shown = [...new URLSearchParams(search)].filter(([name]) => display.includes(name))
  return new URLSearchParams([...new URLSearchParams(query), ...shown]).toString()
}
