import type { LeadDetailsFragment } from '../../../gql/graphql.ts'
import { LeadNotes } from './LeadNotes.tsx'
import { LeadWorkFacts } from './LeadWorkFacts.tsx'
import { useLeadWork } from './useLeadWork.ts'

interface LeadWorkProps {
  lead: LeadDetailsFragment
  hasNoteField: boolean
  onSaved: () => void
}

/** What a user does with a lead: its facts, edited in place, and its notes. */
export function LeadWork({ lead, hasNoteField, onSaved }: LeadWorkProps) {
  const work = useLeadWork(lead, onSaved)
  return (
    <>
      <LeadWorkFacts lead={lead} work={work} />
      <LeadNotes lead={lead} work={work} hasField={hasNoteField} />
    </>
  )
}
