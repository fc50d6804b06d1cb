import { CircleDot, Printer, Tag, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react'
import type { LeadStatus, PropertyType } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { classNames } from '../../ui/classNames.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { StatusIcon, statusLabels } from '../../domain/StatusBadge.tsx'
import { propertyTypeLabel } from '../../domain/PropertyTypeIcon.tsx'

interface LeadActionBarProps {
  /** The number of selected leads, including those that are not rendered. */
  count: number
  /** The tag in the filter, if leads of it are found. */
  tag: PropertyType | null
  canPrint: boolean
  onStatus: (status: LeadStatus) => void
  onRetag: () => void
  onPrintSelected: () => void
  onPrintTag: (tag: PropertyType) => void
  onClear: () => void
}

/** Actions on the selected leads, and on all leads of the tag in the filter. Renders nothing when there are neither. */
export function LeadActionBar({
  count,
  tag,
  canPrint,
  onStatus,
  onRetag,
  onPrintSelected,
  onPrintTag,
  onClear,
}: LeadActionBarProps) {
  useEscapeKey(count > 0, onClear)
  if (count === 0 && !(tag && canPrint)) return null
  const n = formatCount(count)
  const printer = <Printer aria-hidden size={16} />
  return (
    <>
      {/* Leaves room to scroll the last rows out from under the bar. */}
      <div aria-hidden className="h-24 max-md:h-48" />
      <section
        aria-label="Selected leads"
        className="fixed bottom-7 left-1/2 z-30 min-[1280px]:[body:has([data-drawer])_&]:left-[calc((100%-420px)/2)] flex max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-2 rounded-card border border-bar-line bg-bar p-2 pl-4 text-on-bar shadow-dialog max-md:bottom-3 max-md:w-full max-md:flex-wrap max-md:p-2"
      >
        <p role="status" className="figures pr-1 font-[550] whitespace-nowrap max-md:px-2">
          {count > 0 ? `${n} selected` : 'None selected'}
        </p>
        {count > 0 && (
          <>
            <Divider />
            <Menu trigger={<BarButton icon={<CircleDot aria-hidden size={16} />}>Change Status</BarButton>}>
              {(['NEW', 'CONTACTED', 'COMPLETED'] as const).map((status) => (
                <MenuItem key={status} icon={<StatusIcon status={status} />} onSelect={() => onStatus(status)}>
                  {statusLabels[status]}
                </MenuItem>
              ))}
            </Menu>
            <BarButton icon={<Tag aria-hidden size={16} />} onClick={onRetag}>
              Change Tags ({n})
            </BarButton>
          </>
        )}
        {count > 0 && canPrint && (
          <BarButton isPrimary icon={printer} onClick={onPrintSelected}>
            Batch Print Selected ({n})
          </BarButton>
        )}
        {tag && canPrint && (
          <BarButton isPrimary={count === 0} icon={printer} onClick={() => onPrintTag(tag)}>
            Batch Print All {propertyTypeLabel(tag)} Leads
          </BarButton>
        )}
        {count > 0 && (
          <>
            <Divider />
            <button
              type="button"
              aria-label="Clear selection"
              title="Clear selection"
              onClick={onClear}
              className="flex size-9 items-center justify-center rounded-button text-on-bar outline-on-bar hover:bg-on-bar/10 max-md:order-first max-md:size-12"
            >
              <X aria-hidden size={16} />
            </button>
          </>
        )}
      </section>
    </>
  )
}

const Divider = () => <span aria-hidden className="h-6 w-px bg-on-bar/20 max-md:hidden" />

interface BarButtonProps extends ComponentProps<'button'> {
  isPrimary?: boolean
  icon: ReactNode
}

function BarButton({ isPrimary = false, icon, children, ...rest }: BarButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-flex h-9 items-center justify-center gap-2 rounded-button px-3 font-semibold whitespace-nowrap transition-colors max-md:h-12 max-md:flex-1',
        isPrimary
          ? 'bg-accent text-on-accent outline-on-bar hover:bg-accent-hover'
          : 'outline-on-bar hover:bg-on-bar/10',
      )}
    >
      {icon}
      {children}
    </button>
  )
}

/** Clears the selection on Esc, unless the key is for a dialog or a text field. */
function useEscapeKey(isEnabled: boolean, clear: () => void): void {
  const clearLatest = useEffectEvent(clear)
  useEffect(() => {
    if (!isEnabled) return
    const handleKeyDown = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input:not([type=checkbox]), [role=dialog]')
      if (event.key === 'Escape' && !event.defaultPrevented && !typing) clearLatest()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isEnabled])
}
