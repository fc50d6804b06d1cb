import type { LeadOrderField } from '../../gql/graphql.ts'
import { urlOrder } from '../../lib/urlOrder.ts'

const fields: readonly LeadOrderField[] = [
  'ADDRESS',
  'OWNER',
  'TAG',
  'PRIORITY',
  'STATUS',
  'REP',
  'ASSIGNEE',
  'FOLLOW_UP',
  'CREATED_AT',
  'UPDATED_AT',
]

/** The order of the list, stored in the URL. The first click sorts times from the newest, and priorities from the highest. */
export const leadOrder = urlOrder<LeadOrderField>(fields, '-CREATED_AT', ['CREATED_AT', 'UPDATED_AT', 'PRIORITY'])
