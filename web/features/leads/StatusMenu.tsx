import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import type { LeadStatus } from '../../gql/graphql.ts'
import { classNames } from '../../ui/classNames.ts'
import { Menu, MenuRadioGroup } from '../../ui/Menu.tsx'
import { StatusIcon, statusColors } from '../../domain/StatusBadge.tsx'
import { statusLabels } from '../../domain/labels.ts'

const options = (['NEW', 'CONTACTED', 'COMPLETED'] as const).map((value) => ({
  value,
  label: (
    <>
      <StatusIcon status={value} />
      {statusLabels[value]}
    </>
  ),
}))

interface StatusMenuProps {
  id: string
  /** The street address, for the accessible name of the button. */
  street: string
  status: LeadStatus
  onChange: (id: string, status: LeadStatus) => void
}

/** A menu that changes the status of a lead. */
export const StatusMenu = memo(function StatusMenu({ id, street, status, onChange }: StatusMenuProps) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Status of ${street}: ${statusLabels[status]}`}
          className={classNames(
            'inline-flex h-[30px] items-center gap-1.5 rounded-button border border-line-2 bg-surface px-2 font-[550] whitespace-nowrap shadow-control hover:bg-hover max-md:h-12 max-md:gap-2 max-md:border-field max-md:px-3.5',
            statusColors[status],
          )}
        >
          <StatusIcon status={status} />
          {statusLabels[status]}
          <ChevronDown aria-hidden size={14} className="ml-0.5" />
        </button>
      }
    >
      <MenuRadioGroup options={options} value={status} onChange={(next) => onChange(id, next)} />
    </Menu>
  )
})
