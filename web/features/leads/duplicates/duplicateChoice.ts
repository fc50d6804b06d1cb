import { propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'
import type { DuplicateLeadFragment } from '../../../gql/graphql.ts'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'

type Lead = DuplicateLeadFragment

const isOpen = ({ status }: Lead) => status !== 'COMPLETED'

/** The lead that is kept unless the user chooses another: the oldest open one, because it has most of the history of this work. */
export const keptByDefault = (newestFirst: readonly Lead[]): Lead => newestFirst.findLast(isOpen) ?? newestFirst.at(-1)!

/** The leads that are not merged unless the user chooses them: a completed job beside open leads was another job. */
export const leftOutByDefault = (leads: readonly Lead[]): ReadonlySet<string> =>
  new Set(leads.some(isOpen) ? leads.filter((lead) => !isOpen(lead)).map(({ id }) => id) : [])

/** Why a lead is a duplicate of the one that is kept. */
export function reasonOf(lead: Lead, kept: Lead): string {
  if (lead.property && lead.property.id === kept.property?.id) return 'Same property'
  return lead.property?.parcelId && lead.property.parcelId === kept.property?.parcelId ? 'Same parcel' : 'Same address'
}

/** 'Nov 28, 2026, 3:05 PM'. */
export const createdText = ({ createdAt }: Lead): string => `${formatDate(createdAt)}, ${formatTime(createdAt)}`

export const followUpText = ({ followUpAt }: Lead): string | null =>
  followUpAt ? `${formatDate(followUpAt)}, ${formatTime(followUpAt)}` : null

/** What is lost when a lead is merged: it, and those of its values for which the kept one has others. */
export function lossOf(lead: Lead, kept: Lead): { lead: string; values: string[] } {
  const fields = [
    ['type', ({ tag }: Lead) => propertyTypeLabels[tag]],
    ['contact', ({ contactName }: Lead) => contactName],
    ['phone', ({ contactPhone }: Lead) => contactPhone],
    ['follow-up', followUpText],
    ['value', ({ value }: Lead) => (typeof value === 'number' ? formatMoney(value) : null)],
    ['source', ({ source }: Lead) => source],
  ] as const
  return {
    lead: [propertyTypeLabels[lead.tag], statusLabels[lead.status], createdText(lead)].join(', '),
    values: fields.flatMap(([name, textOf]) => {
      const [text, ofKept] = [textOf(lead), textOf(kept)]
      return text && ofKept && text !== ofKept ? [`${name} ${text}`] : []
    }),
  }
}
