import { ChevronDown, ChevronRight, Printer } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { LeadFilter, PropertyType } from '../../../gql/graphql.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { Card } from '../../../ui/Card.tsx'
import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../../domain/labels.ts'
import { LeadList, type LeadListProps } from './LeadList.tsx'
import type { LoadedLeads } from './leadRows.ts'
import { useSelectAllLeads } from './leadSelection.tsx'

interface LeadGroupProps extends Omit<LeadListProps, 'label' | 'empty' | 'grouped' | 'onLoaded'> {
  tag: PropertyType
  count: number
  open: boolean
  onToggle: () => void
  /** Prints all leads of the section; undefined for users who may not print. */
  onPrint: ((tag: PropertyType, ids: readonly string[] | null) => void) | undefined
}

/** A collapsible section of the grouped view with the leads of one tag. */
export function LeadGroup({ tag, count, open, onToggle, onPrint, ...list }: LeadGroupProps) {
  const { filter: outer, selection } = list
  const filter = useMemo<LeadFilter>(() => ({ ...outer, tag }), [outer, tag])
  const [loaded, setLoaded] = useState<LoadedLeads | null>(null)
  const { checked, busy, toggle, fetchIds } = useSelectAllLeads(
    filter,
    { rows: loaded?.rows ?? noRows, total: count },
    selection,
  )
  const bodyId = useId()
  const label = propertyTypeLabels[tag]
  const listProps = { ...list, filter, grouped: true, label: `${label} leads`, empty: null, onLoaded: setLoaded }
  const Arrow = open ? ChevronDown : ChevronRight
  // Without other filters the section contains every lead of the tag, so the tag is printed and no ids are needed.
  const isWholeTag = Object.keys(filter).length === 1
  const printAll = async () => {
    const ids = isWholeTag ? null : await fetchIds()
    if (isWholeTag || ids) onPrint?.(tag, ids)
  }
  return (
    <section aria-label={label} className="mb-2.5">
      <Card className={list.phone ? classNames('bg-transparent! shadow-none!', open && 'mb-1') : ''}>
        <header className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-3 pl-3 max-md:px-0">
          <h2 className="mr-auto">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={bodyId}
              onClick={onToggle}
              className="flex min-h-9 items-center gap-3 rounded-button pr-2 pl-1 text-section max-md:min-h-12"
            >
              <Arrow aria-hidden size={18} className="text-ink-2" />
              <PropertyTypeIcon type={tag} size={22} />
              {label}
              <span className="figures rounded-badge bg-mute-tint px-2 text-small leading-[22px] font-[550] text-mute">
                {formatCount(count)}
              </span>
            </button>
          </h2>
          {/* On a phone a closed section is one line. */}
          {(open || !list.phone) && (
            <span className="flex items-center gap-2 max-md:w-full max-md:[&>*]:flex-1">
              <Button
                variant={list.phone ? 'secondary' : 'quiet'}
                busy={busy}
                onClick={toggle}
                aria-label={`${labelOf(checked)} ${label}`}
                className="text-ink!"
              >
                {labelOf(checked)}
              </Button>
              {onPrint && (
                <Button icon={Printer} onClick={() => void printAll()}>
                  Print All ({formatCount(count)})
                </Button>
              )}
            </span>
          )}
        </header>
        {open && !list.phone && (
          <div id={bodyId} className="border-t border-line">
            <LeadList {...listProps} withoutCard />
          </div>
        )}
      </Card>
      {open && list.phone && (
        <div id={bodyId}>
          <LeadList {...listProps} />
        </div>
      )}
    </section>
  )
}

const noRows: LoadedLeads['rows'] = []
const labelOf = (checked: boolean | 'mixed') => (checked === true ? 'Deselect All' : 'Select All')
