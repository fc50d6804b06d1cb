import { type ComponentType, memo, useMemo } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classNames } from '../../ui/classNames.ts'
import { PriorityIcon } from '../../ui/PriorityBadge.tsx'
import { propertyTypeLabel, PropertyTypeIcon } from '../../ui/PropertyTypeIcon.tsx'
import { LeadCardMenu } from './LeadActions.tsx'
import type { LeadRow } from './leadRanges.ts'
import type { LeadRowsProps, RowCallbacks } from './LeadTable.tsx'
import { ownerOf, streetOf, UNKNOWN_OWNER } from './leadText.ts'
import { type BlockProps, Ranges, useSelected } from './Ranges.tsx'
import { StatusMenu } from './StatusMenu.tsx'

const CARD_HEIGHT = 134

/** The leads as cards. Checkboxes are visible only in selection mode. */
export function LeadCards({ ranges, grouped, label, on, onNear, selecting }: LeadCardsProps) {
  const Block = useMemo(() => cardBlock(grouped, on, selecting), [grouped, on, selecting])
  return (
    <div role="list" aria-label={label}>
      <Ranges ranges={ranges} rowHeight={CARD_HEIGHT} Block={Block} onNear={onNear} />
    </div>
  )
}

type LeadCardsProps = Omit<LeadRowsProps, 'selectAll' | 'total'> & { selecting: boolean }

function cardBlock(grouped: boolean, on: RowCallbacks, selecting: boolean): ComponentType<BlockProps> {
  return function CardBlock({ ref, rows, height }) {
    const selected = useSelected()
    return (
      <div ref={ref} style={rows ? undefined : { height }}>
        {rows?.map((lead) => (
          <LeadCard key={lead.id} {...{ lead, grouped, on, selecting }} selected={selected.has(lead.id)} />
        ))}
      </div>
    )
  }
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
              {ownerOf(lead) ?? UNKNOWN_OWNER}
            </p>
          </div>
          {lead.priority === 'HIGH' && (
            <span className="inline-flex h-[26px] items-center gap-1.5 rounded-badge bg-orange-tint px-2 text-badge font-[550] text-orange">
              <PriorityIcon priority="HIGH" />
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
              <PropertyTypeIcon type={lead.tag} size={22} />
              {propertyTypeLabel(lead.tag)}
            </span>
          )}
          <StatusMenu id={lead.id} street={street} status={lead.status} onChange={on.onStatus} />
        </div>
      </div>
    </article>
  )
})
