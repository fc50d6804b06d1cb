import { useSubscription } from '@apollo/client/react'
import {
  PropertiesChangedDocument,
  type PropertyFilter,
  PropertyListDocument,
  type PropertyListQuery,
  type PropertyOrderField,
  type PropertyStatus,
  PropertyTotalDocument,
} from '../../gql/graphql.ts'
import { urlFilter } from '../../lib/urlFilters.ts'
import { urlOrder } from '../../lib/urlOrder.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { defineList } from '../../lists/defineList.ts'
import type { ListRows } from '../../lists/ListBody.tsx'
import { assignee, choice, created, only, optionsOf, search, text } from '../../lists/filters.ts'
import { useNeighborhoodOptions } from '../../lists/filterOptions.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'
import { outcomeLabels, priorityLabels, statusLabels } from '../../domain/labels.ts'

/** Changes by others arrive in bursts. */
const THROTTLE_MS = 2000

const statuses = ['NEW', 'CONTACTED', 'INTERESTED', 'NOT_INTERESTED'] as const satisfies PropertyStatus[]
const priorities = ['HIGH', 'NORMAL'] as const

const fields: readonly PropertyOrderField[] = [
  'ADDRESS',
  'OWNER',
  'CITY',
  'STATUS',
  'PRIORITY',
  'ASSIGNEE',
  'CREATED_AT',
  'UPDATED_AT',
]

/** The saved properties. */
export const propertyList = defineList<PropertyFilter>()({
  feature: 'properties',
  list: 'PROPERTIES',
  names: ['property', 'properties'],
  allLabel: 'All Properties',
  failed: 'Failed to fetch properties',
  document: PropertyListDocument,
  connectionOf: ({ properties }) => properties,
  isCached: true,
  // A screen shows about a dozen.
  pageSize: 36,
  total: { document: PropertyTotalDocument, countOf: ({ properties }) => properties.totalCount },
  toExport: (properties, propertyOrder) => ({ list: 'PROPERTIES', properties, propertyOrder }),
  useOnChanged: (reload) => {
    const reloadThrottled = useThrottledCallback(reload, THROTTLE_MS)
    useSubscription(PropertiesChangedDocument, { onData: reloadThrottled, ignoreResults: true })
  },
  // Times and high priority come first at the first click.
  orders: urlOrder<PropertyOrderField>(fields, '-CREATED_AT', ['CREATED_AT', 'UPDATED_AT', 'PRIORITY']),
  filters: {
    search: search('Search address or owner'),
    tag: { ...choice('tag', 'Tag', propertyTypes, { allLabel: 'All Tags' }), describe: tagLabel },
    status: choice(
      'status',
      'Status',
      statuses.map((value) => ({ value, label: statusLabels[value] })),
    ),
    outcome: choice('lastOutcome', 'Last Outcome', optionsOf(outcomeLabels), { param: 'outcome' }),
    priority: choice(
      'priority',
      'Priority',
      priorities.map((value) => ({ value, label: priorityLabels[value] })),
    ),
    assigned: assignee(),
    neighborhood: text('neighborhood', 'Neighborhood', { useOptions: useNeighborhoodOptions }),
    created: created(),
    email: only('email', 'YES', ['Email', 'Has Email'], () => ({ hasEmail: true })),
  },
})

/** The label of a tag that no property has any more. */
function tagLabel(tag: string): string | null {
  return propertyTypes.find(({ value }) => value === tag)?.label ?? null
}

/** Whether the properties are shown as cards or as a table. */
export const propertyView = { view: urlFilter<'cards' | 'table'>('view', 'cards', ['cards', 'table']) }

export type PropertyRows = ListRows<PropertyListQuery['properties']>
