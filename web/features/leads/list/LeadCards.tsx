import { Fragment, memo, type MouseEvent, type Ref, useCallback, useEffect } from 'react'
import { streetOf } from '../../../domain/streetOf.ts'
import { formatDate } from '../../../lib/dates.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { HighPriorityChip } from '../../../domain/PriorityBadge.tsx'
import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../../domain/labels.ts'
import { LeadCardMenu } from '../LeadActions.tsx'
import { LeadFollowUp } from './LeadFollowUp.tsx'
import { LeadLink } from '../LeadLink.tsx'
import type { LeadRow } from '../leadRanges.ts'
import type { LeadRowsProps, RowCallbacks } from './leadRows.ts'
import { ownerOf, UNKNOWN_OWNER } from '../leadText.ts'
import { StatusMenu } from '../StatusMenu.tsx'
import { useVirtualRows } from '../../../lib/useVirtualRows.ts'

const CARD_HEIGHT = 134
const CARD_GAP = 10

interface LeadCardsProps extends LeadRowsProps {
  rows: readonly LeadRow[]
  /** Called with the first and last rendered index after they change. */
  onRowsRendered: (first: number, last: number) => void
  selecting: boolean
}

/** The leads as cards. Checkboxes are visible only in selection mode. */
export function LeadCards({ grouped, label, selected, callbacks, selecting, ...list }: LeadCardsProps) {
  const { rows, spaceAfter, listRef, measureRow, pinRow } = useLeadRows(list, CARD_HEIGHT, CARD_GAP)
  return (
    <div ref={listRef} role="list" aria-label={label}>
      {rows.map(({ key, index, spaceBefore, lead }) => (
        <Fragment key={key}>
          <div aria-hidden style={{ height: spaceBefore }} />
          <LeadCard
            {...{ lead, index, grouped, callbacks, pinRow, selecting }}
            ref={measureRow}
            selected={selected.has(key)}
          />
        </Fragment>
      ))}
      <div aria-hidden style={{ height: spaceAfter }} />
    </div>
  )
}

interface LeadCardProps {
  ref: Ref<HTMLDivElement>
  lead: LeadRow
  index: number
  selected: boolean
  selecting: boolean
  grouped: boolean
  callbacks: RowCallbacks
  pinRow: (id: string) => void
}

const LeadCard = memo(function LeadCard({
  ref,
  lead,
  index,
  selected,
  selecting,
  grouped,
  callbacks,
  pinRow,
}: LeadCardProps) {
  const street = streetOf(lead.address)
  // A group has a heading of its own.
  const Heading = grouped ? 'h3' : 'h2'
  const tap = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, [role=menu]')) return
    if (selecting) callbacks.onSelect([lead.id], !selected)
    else callbacks.onOpen(lead.id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link is for the keyboard
    <div
      ref={ref}
      data-index={index}
      role="listitem"
      onClick={tap}
      onFocus={() => pinRow(lead.id)}
      className={classNames(
        'mb-2.5 flex rounded-phone-card p-3.5 shadow-card',
        selected ? 'bg-[color-mix(in_oklab,var(--color-accent-tint)_62%,var(--color-surface))]' : 'bg-surface',
      )}
    >
      {selecting && (
        <Checkbox
          label={`Select ${street}`}
          checked={selected}
          onChange={(next) => callbacks.onSelect([lead.id], next)}
          className="-mt-3 -ml-3"
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Heading className="text-section">
              <LeadLink lead={lead} onOpen={callbacks.onOpen} />
            </Heading>
            <p className={classNames('text-small', ownerOf(lead) ? 'text-ink-2' : 'text-ink-3')}>
              {ownerOf(lead) ?? UNKNOWN_OWNER}
            </p>
          </div>
          <HighPriorityChip priority={lead.priority} />
          <span className="-mt-2.5 -mr-2">
            <LeadCardMenu lead={lead} onPreview={callbacks.onPreview} onDelete={callbacks.onDelete} />
          </span>
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          {grouped ? (
            <span className="figures text-small text-ink-2">{formatDate(lead.createdAt)}</span>
          ) : (
            <span className="flex min-w-0 items-center gap-2">
              <PropertyTypeIcon type={lead.tag} size={22} />
              {propertyTypeLabels[lead.tag]}
            </span>
          )}
          <StatusMenu id={lead.id} street={street} status={lead.status} onChange={callbacks.onStatus} />
        </div>
        <LeadFollowUp lead={lead} />
      </div>
    </div>
  )
})

/** The rows to render of a long list of leads, with their leads; see `useVirtualRows`. */
function useLeadRows(
  { rows: leads, onRowsRendered }: { rows: readonly LeadRow[]; onRowsRendered: (first: number, last: number) => void },
  estimatedHeight: number,
  gap?: number,
) {
  const virtual = useVirtualRows({
    count: leads.length,
    estimatedHeight,
    gap,
    keyOf: useCallback((index: number) => leads[index]?.id ?? String(index), [leads]),
  })
  const first = virtual.rows[0]?.index
  const last = virtual.rows.at(-1)?.index
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRowsRendered(first, last)
  }, [first, last, leads.length, onRowsRendered])
  const rows = virtual.rows.flatMap((row) => {
    const lead: LeadRow | undefined = leads[row.index]
    return lead ? [{ ...row, lead }] : []
  })
  return { ...virtual, rows }
}
