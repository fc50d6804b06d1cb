import type { Priority } from '../gql/graphql.ts'
import { daySpans, describeRange, toTimeRange } from '../lib/dateRanges.ts'
import { type FilterValues, readFilters, type UrlFilter } from '../lib/urlFilters.ts'

/** The value of a filter that is not set, unless the filter declares another one. */
export const ALL = 'ALL'
/** The value of a filter by assignee for rows without one. */
export const NOBODY = 'nobody'

export interface FilterOption<Value extends string = string> {
  value: Value
  label: string
}

/** Options that are loaded when they are shown: undefined until they are there. */
export interface LoadedOptions {
  options: readonly FilterOption[] | undefined
  hasFailed: boolean
}

/** A filter of a list: its parameter in the URL, its control, and what the server gets. */
export interface Filter<Input, Value extends string = string> extends UrlFilter<Value> {
  label: string
  /** The search field, a choice in the bar, or a filter that is added from the menu. */
  place: 'search' | 'bar' | 'menu'
  options: readonly FilterOption[]
  /** Loads the options when they are shown. */
  useOptions?: () => LoadedOptions
  /** The first option of a choice in the bar, which sets no filter. */
  allLabel?: string
  /** The text of a value that is not among the options; null if the value is not applied. */
  describe?: (value: string) => string | null
  /** Has an option that asks for other days. */
  asksForDays?: boolean
  /** There are too many options to choose without a search. */
  isLong?: boolean
  /** The filter by tenant, which the tenant of the view-as bar replaces. */
  isTenant?: boolean
  /** Sent also if it is not set. */
  isAlwaysSent?: boolean
  /** The fields of the server's filter. `openedAt` is when the list was opened, in milliseconds. */
  toInput(value: Value, openedAt: number): Partial<Input>
}

/** A filter that is added from a menu, with what only the screen knows. */
export interface MenuFilter extends Pick<
  Filter<object>,
  'label' | 'options' | 'useOptions' | 'describe' | 'asksForDays'
> {
  name: string
  /** Null if the filter is not set. */
  chosen: string | null
  /** Asks for other days. */
  chooseDays: () => void
}

// oxlint-disable-next-line typescript/no-explicit-any -- the input of each list is checked where the list is defined
export type Filters<Input = any> = Readonly<Record<string, Filter<Input>>>

export const search = (label: string) => ({
  param: 'search',
  initial: '' as string,
  label,
  place: 'search' as const,
  options: [],
  toInput: (text: string) => ({ search: text.replace(/\s+/g, ' ') }),
})

/** A choice of one value: in the bar with the first option `allLabel`, without it in the menu. */
export const choice = <Field extends string, Value extends string>(
  field: Field,
  label: string,
  options: readonly FilterOption<Value>[],
  { param = field, allLabel }: { param?: string; allLabel?: string } = {},
) => ({
  param,
  initial: ALL as Value | typeof ALL,
  values: [ALL, ...options.map(({ value }) => value)] as readonly (Value | typeof ALL)[],
  label,
  ...(allLabel ? { place: 'bar' as const, allLabel } : { place: 'menu' as const }),
  options: options.map((option) => ({ value: option.value, label: option.label })),
  toInput: (value: Value | typeof ALL) => ({ [field]: value }) as Record<Field, Value>,
})

/** The options of an enum, in the order of its labels. */
export const optionsOf = <Value extends string>(labels: Record<Value, string>): FilterOption<Value>[] =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }))

/** A filter with one option in the menu: `?param=value`. */
export const only = <Value extends string, Input>(
  param: string,
  value: Value,
  [label, optionLabel]: readonly [string, string],
  toInput: () => Input,
) => ({
  param,
  initial: ALL as Value | typeof ALL,
  values: [ALL, value] as readonly (Value | typeof ALL)[],
  label,
  place: 'menu' as const,
  options: [{ value, label: optionLabel }],
  toInput,
})

/** A filter by one of many values, which the screen or `useOptions` supplies. */
export const text = <Field extends string>(
  field: Field,
  label: string,
  more: { param?: string; useOptions?: () => LoadedOptions; describe?: (value: string) => string } = {},
) => ({
  param: field as string,
  initial: '' as string,
  label,
  place: 'menu' as const,
  options: [],
  ...more,
  toInput: (value: string) => ({ [field]: value }) as Record<Field, string>,
})

/** Who a record is assigned to, or nobody. */
export const assignee = () => ({
  ...text('assignedTo', 'Assigned To', {
    param: 'assigned',
    describe: (value) => (value === NOBODY ? 'Nobody' : 'Another person'),
  }),
  toInput: (value: string) => (value === NOBODY ? { unassigned: true } : { assignedTo: value }),
})

/** When a record was made. */
export const created = () => ({
  param: 'created',
  initial: '' as string,
  label: 'Created',
  place: 'menu' as const,
  options: daySpans,
  // A range that does not exist is not applied either.
  describe: describeRange,
  asksForDays: true,
  toInput: (value: string) => {
    const range = toTimeRange(value, new Date())
    return range ? { createdFrom: range.from, ...(range.to ? { createdTo: range.to } : {}) } : {}
  },
})

export const priorityOptions: readonly FilterOption<Priority>[] = [
  { value: 'HIGH', label: 'High Priority' },
  { value: 'NORMAL', label: 'Normal Priority' },
]

interface InputOptions {
  openedAt?: number
  /** A tenant is chosen in the view-as bar. */
  hasTenant?: boolean
}

/** The filters as GraphQL input, without those that are not set. */
export function toInput<Input, Definitions extends Filters<Input>>(
  filters: Definitions,
  values: FilterValues<Definitions>,
  { openedAt = Date.now(), hasTenant = false }: InputOptions = {},
): Input {
  const parts = Object.entries(filters).map(([name, filter]) => {
    const value = (values as Record<string, string>)[name]!.trim()
    const isSent = filter.isAlwaysSent || (value !== filter.initial && !(filter.isTenant && hasTenant))
    return isSent ? filter.toInput(value, openedAt) : {}
  })
  return Object.assign({}, ...parts) as Input
}

/** The filter of a saved view. */
export const toInputOfQuery = <Input, Definitions extends Filters<Input>>(
  filters: Definitions,
  query: string,
  options?: InputOptions,
): Input => toInput<Input, Definitions>(filters, readFilters(filters, new URLSearchParams(query)), options)
