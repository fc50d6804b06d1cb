import { ChevronsUp, CircleDot, Ellipsis, Printer, Tag } from 'lucide-react'
import type { LeadStatus, Priority, PropertyType } from '../../../gql/graphql.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { Menu, MenuItem, SubMenu } from '../../../ui/Menu.tsx'
import { BarButton, SelectionBar } from '../../../ui/SelectionBar.tsx'
import { AssignItems, AssignMenu } from '../../../domain/AssignMenu.tsx'
import { PriorityIcon } from '../../../domain/PriorityBadge.tsx'
import { StatusIcon } from '../../../domain/StatusBadge.tsx'
import { priorityLabels, propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'

interface LeadActionBarProps {
  /** One row: the print button, and everything else in a menu. */
  phone?: boolean
  /** The number of selected leads, including those that are not rendered. */
  count: number
  /** The tag in the filter, if leads of it are found. */
  tag: PropertyType | null
  canPrint: boolean
  onStatus: (status: LeadStatus) => void
  onPriority: (priority: Priority) => void
  /** Undefined for users who may not assign leads. */
  onAssign: ((userId: string | null) => void) | undefined
  onRetag: () => void
  onPrintSelected: () => void
  /** Prints all leads of the tag, whatever else is filtered (spec §2). */
  onPrintTag: (tag: PropertyType) => void
  /** The number of leads in the list, if it shows only some of the tag; otherwise null. */
  shown: number | null
  onPrintShown: (tag: PropertyType) => void
  onClear: () => void
}

/** Actions on the selected leads, and on all leads of the tag in the filter. Renders nothing when there are neither. */
export function LeadActionBar({
  phone = false,
  count,
  tag,
  canPrint,
  onStatus,
  onPriority,
  onAssign,
  onRetag,
  onPrintSelected,
  onPrintTag,
  shown,
  onPrintShown,
  onClear,
}: LeadActionBarProps) {
  if (count === 0 && !(tag && canPrint)) return null
  const n = formatCount(count)
  const statuses = (['NEW', 'CONTACTED', 'COMPLETED'] as const).map((status) => (
    <MenuItem key={status} icon={<StatusIcon status={status} />} onSelect={() => onStatus(status)}>
      {statusLabels[status]}
    </MenuItem>
  ))
  const priorities = (['HIGH', 'NORMAL'] as const).map((priority) => (
    <MenuItem key={priority} icon={<PriorityIcon priority={priority} />} onSelect={() => onPriority(priority)}>
      {priorityLabels[priority]}
    </MenuItem>
  ))
  const all = tag && `Batch Print All ${propertyTypeLabels[tag]} Leads`
  const onlyShown = shown !== null && `Batch Print Shown (${formatCount(shown)})`
  const bar = {
    label: 'Selected leads',
    text: count > 0 ? `${n} selected` : 'None selected',
    onClear: count > 0 ? onClear : undefined,
  }
  if (phone) {
    const hasMore = count > 0 || onlyShown
    return (
      <SelectionBar {...bar}>
        {hasMore && (
          <Menu align="end" trigger={<BarButton aria-label="More actions" icon={Ellipsis} />}>
            {count > 0 && (
              <>
                <SubMenu label="Change Status">{statuses}</SubMenu>
                <SubMenu label="Change Priority">{priorities}</SubMenu>
                {onAssign && (
                  <SubMenu label="Assign">
                    <AssignItems onAssign={onAssign} />
                  </SubMenu>
                )}
                <MenuItem onSelect={onRetag}>Change Tags ({n})</MenuItem>
              </>
            )}
            {count > 0 && all && canPrint && <MenuItem onSelect={() => onPrintTag(tag)}>{all}</MenuItem>}
            {tag && canPrint && onlyShown && <MenuItem onSelect={() => onPrintShown(tag)}>{onlyShown}</MenuItem>}
          </Menu>
        )}
        {canPrint && (
          <BarButton
            isPrimary
            icon={Printer}
            aria-label={count > 0 ? `Batch Print Selected (${n})` : (all ?? undefined)}
            onClick={() => (count > 0 ? onPrintSelected() : tag && onPrintTag(tag))}
          >
            {count > 0 ? 'Print' : 'Print All'}
          </BarButton>
        )}
      </SelectionBar>
    )
  }
  return (
    <SelectionBar {...bar}>
      {count > 0 && (
        <>
          <Menu trigger={<BarButton icon={CircleDot}>Change Status</BarButton>}>{statuses}</Menu>
          <Menu trigger={<BarButton icon={ChevronsUp}>Change Priority</BarButton>}>{priorities}</Menu>
          {onAssign && <AssignMenu onAssign={onAssign} />}
          <BarButton icon={Tag} onClick={onRetag}>
            Change Tags ({n})
          </BarButton>
        </>
      )}
      {count > 0 && canPrint && (
        <BarButton isPrimary icon={Printer} onClick={onPrintSelected}>
          Batch Print Selected ({n})
        </BarButton>
      )}
      {all && canPrint && (
        <BarButton isPrimary={count === 0} icon={Printer} onClick={() => onPrintTag(tag)}>
          {all}
        </BarButton>
      )}
      {tag && canPrint && onlyShown && (
        <BarButton icon={Printer} onClick={() => onPrintShown(tag)}>
          {onlyShown}
        </BarButton>
      )}
    </SelectionBar>
  )
}
