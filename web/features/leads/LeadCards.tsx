import { memo } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classNames } from '../../ui/classNames.ts'
import { PriorityGlyph } from '../../ui/PriorityMark.tsx'
import { propertyTypeLabel, TypeGlyph } from '../../ui/TypeGlyph.tsx'
import { Chunks } from './Chunks.tsx'
import { LeadCardMenu } from './LeadActions.tsx'
import type { LeadRowsProps, RowCallbacks } from './LeadTable.tsx'
import { ownerOf, streetOf, unknownOwner } from './leadWords.ts'
import { StatusMenu } from './StatusMenu.tsx'
import type { LeadRow } from './useLeadList.ts'

const CARD = 134

/** The leads as cards, one beneath the other. Their checkboxes are there while leads are being selected. */
export function LeadCards({
  rows,
  selected,
  grouped,
  label,
  on,
  onSeen,
  selecting,
}: Omit<LeadRowsProps, 'selectAll'> & { selecting: boolean }) {
  return (
    <div role="list" aria-label={label}>
      <Chunks
        rows={rows}
        rowHeight={CARD}
        onSeen={onSeen}
        draw={({ ref, rows: drawn, from, height }) => (
          <div key={from} ref={ref} style={drawn ? undefined : { height }}>
            {drawn?.map((lead) => (
              <LeadCard key={lead.id} {...{ lead, grouped, on, selecting }} selected={selected.has(lead.id)} />
            ))}
          </div>
        )}
      />
    </div>
  )
}

interface LeadCardProps {
  lead: LeadRow
  selected: boolean
  selecting: boolean
  grouped: boolean
  on: RowCallbacks
}

const LeadCard = memo(function LeadCard({ lead, selected, selecting, grouped, on }: LeadCardProps) {
  const street = streetOf(lead)
  return (
    <article
      role="listitem"
      className={classNames(
        'mb-2.5 flex rounded-phone-card p-3.5 shadow-card',
        selected ? 'bg-[color-mix(in_oklab,var(--accent-tint)_62%,var(--surface))]' : 'bg-surface',
      )}
    >
      {selecting && (
        <Checkbox
          label={`Select ${street}`}
          checked={selected}
          onChange={(next) => on.onSelect([lead.id], next)}
          className="-mt-3 -ml-3"
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h3 className="text-section">{street}</h3>
            <p className={classNames('text-small', ownerOf(lead) ? 'text-ink-2' : 'text-ink-3')}>
              {ownerOf(lead) ?? unknownOwner}
            </p>
          </div>
          {lead.priority === 'HIGH' && (
            <span className="inline-flex h-[26px] items-center gap-1.5 rounded-badge bg-orange-tint px-2 text-badge font-[550] text-orange">
              <PriorityGlyph priority="HIGH" />
              High
            </span>
          )}
          <span className="-mt-2.5 -mr-2">
            <LeadCardMenu lead={lead} onPreview={on.onPreview} onDelete={on.onDelete} />
          </span>
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          {grouped ? (
            <span />
          ) : (
            <span className="flex items-center gap-2">
              <TypeGlyph type={lead.tag} size={22} />
              {propertyTypeLabel(lead.tag)}
            </span>
          )}
          <StatusMenu id={lead.id} street={street} status={lead.status} onChange={on.onStatus} />
        </div>
      </div>
    </article>
  )
})
