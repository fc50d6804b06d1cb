import type { UserOrderField } from '../../gql/graphql.ts'
import { urlOrder } from '../../lib/urlOrder.ts'

const fields: readonly UserOrderField[] = ['CREATED_AT', 'NAME', 'EMAIL', 'ROLE', 'TENANT', 'STATUS']

/** The order of the accounts, stored in the URL. The newest come first at the first click. */
export const userOrder = urlOrder<UserOrderField>(fields, '-CREATED_AT', ['CREATED_AT'])
