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
  /** Without a box until it is pointed at, in a table of many. */
  isQuiet?: boolean
}

/** A menu that changes the status of a lead. */
export const StatusMenu = memo(function StatusMenu({ id, street, status, onChange, isQuiet = false }: StatusMenuProps) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Status of ${street}: ${statusLabels[status]}`}
          className={classNames(
            'inline-flex h-[30px] items-center gap-1.5 rounded-button border px-2 font-[550] whitespace-nowrap max-md:h-12 max-md:gap-2 max-md:border-field max-md:bg-surface max-md:px-3.5',
            isQuiet
              ? '-ml-2 border-transparent hover:border-line-2 hover:bg-surface focus-visible:border-line-2 aria-expanded:border-line-2'
              : 'border-line-2 bg-surface shadow-control hover:bg-hover',
            statusColors[status],
          )}
        >
          <StatusIcon status={status} />
          {statusLabels[status]}
          <ChevronDown aria-hidden size={14} className="ml-0.5 text-ink-3" />
        </button>
      }
    >
      <MenuRadioGroup options={options} value={status} onChange={(next) => onChange(id, next)} />
    </Menu>
  )
})
