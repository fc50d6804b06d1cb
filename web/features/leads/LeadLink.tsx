import type { MouseEvent } from 'react'
import { streetOf } from '../../domain/streetOf.ts'
import { classNames } from '../../ui/classNames.ts'
import type { LeadRow } from './leadRanges.ts'

interface LeadLinkProps {
  lead: LeadRow
  onOpen: (id: string) => void
  className?: string
}

/** The street as a link that opens the lead here, or with a modifier key in a tab of its own. */
export function LeadLink({ lead, onOpen, className }: LeadLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(lead.id)
  }
  return (
    <a
      href={`/leads?lead=${lead.id}`}
      onClick={open}
      className={classNames('rounded-badge -outline-offset-2 hover:underline', className)}
    >
      {streetOf(lead.address)}
    </a>
  )
}
