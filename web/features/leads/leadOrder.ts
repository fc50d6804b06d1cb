import type { LeadOrder, LeadOrderField } from '../../gql/graphql.ts'
import { urlFilter } from '../../lib/urlFilters.ts'

const fields: readonly LeadOrderField[] = [
  'ADDRESS',
  'OWNER',
  'TAG',
  'PRIORITY',
  'STATUS',
  'REP',
  'CREATED_AT',
  'UPDATED_AT',
]
/** An order as it stands in the URL: a field, with a minus for descending. */
type OrderText = LeadOrderField | `-${LeadOrderField}`

/** The order of the list, stored in the URL. */
export const leadOrder = {
  sort: urlFilter<OrderText>('sort', '-CREATED_AT', [...fields, ...fields.map((field): OrderText => `-${field}`)]),
}

export function toOrder(text: OrderText): Required<LeadOrder> {
  return text.startsWith('-')
    ? { field: text.slice(1) as LeadOrderField, direction: 'DESC' }
    : { field: text as LeadOrderField, direction: 'ASC' }
}

const toText = ({ field, direction }: LeadOrder): OrderText => (direction === 'DESC' ? `-${field}` : field)

/** Times and high priority come first at the first click; a second click reverses. */
export function toggleOrder(order: LeadOrder, field: LeadOrderField): OrderText {
  if (order.field === field) return toText({ field, direction: order.direction === 'DESC' ? 'ASC' : 'DESC' })
  const startsWithLast = field === 'CREATED_AT' || field === 'UPDATED_AT' || field === 'PRIORITY'
  return toText({ field, direction: startsWithLast ? 'DESC' : 'ASC' })
}
