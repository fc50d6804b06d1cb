import { useMemo } from 'react'
import { type UrlFilter, urlFilter, useUrlFilters } from './urlFilters.ts'

/** An order as it stands in the URL: a field, with a minus for descending. */
export type OrderText<Field extends string> = Field | `-${Field}`

export interface Order<Field extends string> {
  field: Field
  direction: 'ASC' | 'DESC'
}

/** The orders of a list: its fields, the first order, and the fields whose first click sorts from the last to the first. */
export interface UrlOrder<Field extends string> {
  filter: { sort: UrlFilter<OrderText<Field>> }
  startsDescending: readonly Field[]
}

/** An order that is stored in the URL parameter `sort`. */
export function urlOrder<Field extends string>(
  fields: readonly Field[],
  initial: OrderText<Field>,
  startsDescending: readonly Field[] = [],
): UrlOrder<Field> {
  const texts = [...fields, ...fields.map((field): OrderText<Field> => `-${field}`)]
  return { filter: { sort: urlFilter<OrderText<Field>>('sort', initial, texts) }, startsDescending }
}

export function toOrder<Field extends string>(text: OrderText<Field>): Order<Field> {
  return text.startsWith('-')
    ? { field: text.slice(1) as Field, direction: 'DESC' }
    : { field: text as Field, direction: 'ASC' }
}

/** The order after a click on a header. A second click reverses. */
export function toggleOrder<Field extends string>(
  order: Order<Field>,
  field: Field,
  startsDescending: readonly Field[],
): OrderText<Field> {
  const isDescending = order.field === field ? order.direction === 'ASC' : startsDescending.includes(field)
  return isDescending ? `-${field}` : field
}

/** The order in the URL, and a function that sorts by a field. */
export function useUrlOrder<Field extends string>({ filter, startsDescending }: UrlOrder<Field>) {
  const { filters, setFilters } = useUrlFilters(filter)
  const text = filters.sort as OrderText<Field>
  const orderBy = useMemo(() => toOrder(text), [text])
  const sortBy = (field: Field) => setFilters({ sort: toggleOrder(orderBy, field, startsDescending) })
  return { orderBy, sortBy }
}
