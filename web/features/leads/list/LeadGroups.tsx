import { type ReactNode, useState } from 'react'
import type { PropertyType } from '../../../gql/graphql.ts'
import { Card } from '../../../ui/Card.tsx'
import { LoadingOrError } from '../../../ui/LoadingOrError.tsx'
import { LeadGroup } from './LeadGroup.tsx'
import type { LeadListProps } from './LeadList.tsx'
import { useLeadGroups } from '../useLeadCounts.ts'
import { leadList } from '../leadList.ts'

interface LeadGroupsProps extends Omit<LeadListProps, 'label' | 'grouped' | 'onLoaded'> {
  empty: ReactNode
  onPrint: ((tag: PropertyType, ids: readonly string[] | null) => void) | undefined
}

const INITIALLY_OPEN = 2

/** The leads in one section for each tag, largest first. */
export function LeadGroups({ empty, onPrint, ...list }: LeadGroupsProps) {
  const { groups, ...query } = useLeadGroups(list.filter)
  // The sections that were first on load stay open when the counts change their order.
  const [initiallyOpen, setInitiallyOpen] = useState<readonly PropertyType[] | null>(null)
  if (groups && !initiallyOpen) setInitiallyOpen(groups.slice(0, INITIALLY_OPEN).map(({ tag }) => tag))
  const [toggled, setToggled] = useState<ReadonlyMap<PropertyType, boolean>>(() => new Map())
  if (!groups)
    return (
      <Card>
        <LoadingOrError
          query={query}
          failure={leadList.failed}
          label="leads"
          rows={6}
          cells={['size-6', 'h-3.5 w-40', 'ml-auto h-8 w-28']}
          rowClass="h-14 gap-4"
        />
      </Card>
    )
  if (groups.length === 0) return <Card>{empty}</Card>
  return groups.map(({ tag, count }) => {
    const open = toggled.get(tag) ?? initiallyOpen?.includes(tag) ?? false
    return (
      <LeadGroup
        key={tag}
        {...list}
        {...{ tag, count, open, onPrint }}
        onToggle={() => setToggled((before) => new Map(before).set(tag, !open))}
      />
    )
  })
}
