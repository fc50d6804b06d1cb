import {
  type LeadFilter,
  LeadListDocument,
  type LeadListQuery,
  type LeadOrderField,
  type LeadStatus,
  LeadTotalDocument,
} from '../../gql/graphql.ts'
import { endOfDay } from '../../lib/dateRanges.ts'
import { urlFilter } from '../../lib/urlFilters.ts'
import { urlOrder } from '../../lib/urlOrder.ts'
import { defineList } from '../../lists/defineList.ts'
import { assignee, choice, created, only, optionsOf, priorityOptions, search, text } from '../../lists/filters.ts'
import type { ListRows } from '../../lists/ListBody.tsx'
import type { ListUrl } from '../../lists/useList.ts'
import { useNeighborhoodOptions } from '../../lists/filterOptions.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'
import { type CardOrder, cardOrders } from './board/cardOrders.ts'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'

const fields: readonly LeadOrderField[] = [
  'ADDRESS',
  'OWNER',
  'TAG',
  'PRIORITY',
  'STATUS',
  'REP',
  'ASSIGNEE',
  'FOLLOW_UP',
  'VALUE',
  'CREATED_AT',
  'UPDATED_AT',
]

/** The leads. The filters are in the order and wording of spec §2. */
export const leadList = defineList<LeadFilter>()({
  feature: 'leads',
  list: 'LEADS',
  names: ['lead', 'leads'],
  allLabel: 'All Leads',
  hasCountedViews: true,
  failed: 'Failed to fetch leads',
  document: LeadListDocument,
  connectionOf: ({ leads }) => leads,
  isCountedOnRequest: true,
  pageSize: 50,
  total: { document: LeadTotalDocument, countOf: ({ leadCounters }) => leadCounters.total },
  toExport: (leads, leadOrder) => ({ list: 'LEADS', leads, leadOrder }),
  useOnChanged: useOnLeadsChanged,
  // The first click sorts times from the newest, and priorities and values from the highest.
  orders: urlOrder<LeadOrderField>(fields, '-CREATED_AT', ['CREATED_AT', 'UPDATED_AT', 'PRIORITY', 'VALUE']),
  filters: {
    search: search('Search address or owner'),
    tag: choice('tag', 'Type', propertyTypes, { param: 'type', allLabel: 'All Types' }),
    priority: choice('priority', 'Priority', priorityOptions, { allLabel: 'All Priorities' }),
    status: choice(
      'status',
      'Status',
      optionsOf<LeadStatus>({ NEW: 'New', CONTACTED: 'Contacted', COMPLETED: 'Completed' }),
      { allLabel: 'All Status' },
    ),
    rep: text('repId', 'Rep', { param: 'rep', describe: () => 'Another person' }),
    assigned: assignee(),
    neighborhood: text('neighborhood', 'Neighborhood', { useOptions: useNeighborhoodOptions }),
    due: only('due', 'TODAY', ['Follow-Up', 'Follow-Up Due'], () => ({
      followUpTo: endOfDay(new Date()).toISOString(),
    })),
    created: created(),
    letters: only('letters', 'NONE', ['Letters', 'Never Printed'], () => ({ neverPrinted: true })),
  },
})

export type LeadRows = ListRows<LeadListQuery['leads']>
/** The filters and the order in the URL. */
export type LeadUrl = ListUrl<typeof leadList>

/** How the leads are shown. */
export const leadDisplay = {
  group: urlFilter<'none' | 'tag'>('group', 'none', ['none', 'tag']),
  view: urlFilter<'table' | 'board'>('view', 'table', ['table', 'board']),
  cards: urlFilter<CardOrder>(
    'cards',
    'FOLLOW_UP',
    cardOrders.map(({ value }) => value),
  ),
}
