import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** A filter that is stored in a URL parameter. */
export interface UrlFilter<Value extends string> {
  param: string
  /** Means that the filter is not set. It is not written to the URL. */
  initial: Value
  /** The allowed values, which are lowercase in the URL; without it any text is allowed. */
  values?: readonly Value[]
}

export const urlFilter = <Value extends string>(
  param: string,
  initial: Value,
  values?: readonly Value[],
): UrlFilter<Value> => ({ param, initial, ...(values ? { values } : {}) })

type FilterDefinitions = Record<string, UrlFilter<string>>
export type FilterValues<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends UrlFilter<infer Value> ? Value : never
}

/** The filters in a URL. Values that are not allowed count as not set. */
export function readFilters<Definitions extends FilterDefinitions>(
  definitions: Definitions,
  params: URLSearchParams,
): FilterValues<Definitions> {
  const entries = Object.entries(definitions).map(([name, { param, initial, values }]) => {
    const text = params.get(param)
    const value = values ? values.find((allowed) => allowed.toLowerCase() === text?.toLowerCase()) : text
    return [name, value ?? initial]
  })
  return Object.fromEntries(entries) as FilterValues<Definitions>
}

/** The URL parameters with some filters changed. Other parameters are kept. */
export function writeFilters<Definitions extends FilterDefinitions>(
  definitions: Definitions,
  params: URLSearchParams,
  change: Partial<FilterValues<Definitions>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries<string>(change as Record<string, string>)) {
    const { param, initial, values } = definitions[name]!
    if (value === initial || value.trim() === '') next.delete(param)
    else next.set(param, values ? value.toLowerCase() : value)
  }
  return next
}

/** The filters that are set, with trimmed values. */
export function activeFilters<Definitions extends FilterDefinitions>(
  definitions: Definitions,
  filters: FilterValues<Definitions>,
): Partial<FilterValues<Definitions>> {
  const entries = Object.entries<string>(filters).map(([name, value]) => [name, value.trim()] as const)
  const active = entries.filter(([name, value]) => value !== definitions[name]?.initial)
  return Object.fromEntries(active) as Partial<FilterValues<Definitions>>
}

/** Filters stored in the URL, so that links, reloads and Back restore them. */
export function useUrlFilters<Definitions extends FilterDefinitions>(definitions: Definitions) {
  const [params, setParams] = useSearchParams()
  const filters = readFilters(definitions, params)
  const setFilters = useCallback(
    (change: Partial<FilterValues<Definitions>>) =>
      setParams((before) => writeFilters(definitions, before, change), { replace: true }),
    [definitions, setParams],
  )
  const clearFilters = useCallback(
    () => setFilters(readFilters(definitions, new URLSearchParams())),
    [definitions, setFilters],
  )
  return { filters, setFilters, clearFilters, isFiltered: Object.keys(activeFilters(definitions, filters)).length > 0 }
}
