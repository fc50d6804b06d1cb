import { ChevronsUp, CircleDot, Printer, Tag } from 'lucide-react'
import type { LeadStatus, Priority, PropertyType } from '../../../gql/graphql.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { BarButton, SelectionBar } from '../../../ui/SelectionBar.tsx'
import { AssignMenu } from '../../../domain/AssignMenu.tsx'
import { PriorityIcon } from '../../../domain/PriorityBadge.tsx'
import { StatusIcon } from '../../../domain/StatusBadge.tsx'
import { priorityLabels, propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'

interface LeadActionBarProps {
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
  const printer = <Printer aria-hidden size={16} />
  return (
    <SelectionBar
      label="Selected leads"
      text={count > 0 ? `${n} selected` : 'None selected'}
      onClear={count > 0 ? onClear : undefined}
    >
      {count > 0 && (
        <>
          <Menu trigger={<BarButton icon={<CircleDot aria-hidden size={16} />}>Change Status</BarButton>}>
            {(['NEW', 'CONTACTED', 'COMPLETED'] as const).map((status) => (
              <MenuItem key={status} icon={<StatusIcon status={status} />} onSelect={() => onStatus(status)}>
                {statusLabels[status]}
              </MenuItem>
            ))}
          </Menu>
          <Menu trigger={<BarButton icon={<ChevronsUp aria-hidden size={16} />}>Change Priority</BarButton>}>
            {(['HIGH', 'NORMAL'] as const).map((priority) => (
              <MenuItem
                key={priority}
                icon={<PriorityIcon priority={priority} />}
                onSelect={() => onPriority(priority)}
              >
                {priorityLabels[priority]}
              </MenuItem>
            ))}
          </Menu>
          {onAssign && <AssignMenu onAssign={onAssign} />}
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
          Batch Print All {propertyTypeLabels[tag]} Leads
        </BarButton>
      )}
      {tag && canPrint && shown !== null && (
        <BarButton icon={printer} onClick={() => onPrintShown(tag)}>
          Batch Print Shown ({formatCount(shown)})
        </BarButton>
      )}
    </SelectionBar>
  )
}
