import { useQuery } from '@apollo/client/react'
import { type ReactNode } from 'react'
import { LeadRepsDocument } from '../../../gql/graphql.ts'
import { lazyPart } from '../../../lib/lazyPart.ts'
import { FilterBar } from '../../../lists/FilterBar.tsx'
import { useAbilities } from '../../../session/person/MeProvider.tsx'
import { useAssigneeOptions } from '../../../lists/filterOptions.ts'
import { classNames } from '../../../ui/classNames.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { leadList, type LeadUrl } from '../leadList.ts'

const LeadColumnMenu = lazyPart(
  async () => (await import('./LeadTable.tsx')).LeadColumnMenu,
  <span className="size-9" />,
)

interface LeadFilterBarProps {
  url: LeadUrl
  grouped: boolean
  onGroup: (grouped: boolean) => void
  phone: boolean
  /** Beside the filters on a phone. */
  actions: ReactNode
  /** What the board has in place of the columns; false for the table. */
  board: ReactNode
  /** On a phone the search field is hidden until the user opens it. */
  searching: boolean
}

/** Search, type, priority, status, added filters and grouping. */
export function LeadFilterBar({ url, grouped, onGroup, phone, actions, board, searching }: LeadFilterBarProps) {
  const { listUsers, assignLeads } = useAbilities()
  const assignees = useAssigneeOptions(assignLeads)
  const reps =
    useQuery(LeadRepsDocument, { skip: !listUsers, fetchPolicy: 'cache-and-network' }).data?.users.edges ?? []
  return (
    <FilterBar
      list={leadList}
      url={url}
      choices={{
        rep: { options: reps.map(({ node }) => ({ value: node.id, label: node.fullName })) },
        assigned: { options: assignees },
      }}
      hasSearch={!phone || searching}
      clearLabel="Clear Filters"
      className="mt-2.5 mb-2 max-md:my-3"
      aside={
        !phone && (
          <div className={classNames('ml-auto flex items-center', board ? 'gap-2' : 'gap-3')}>
            <Switch checked={grouped} onChange={onGroup}>
              Group by Tag
            </Switch>
            {board || <LeadColumnMenu />}
          </div>
        )
      }
    >
      {phone && (
        <button
          type="button"
          aria-pressed={grouped}
          onClick={() => onGroup(!grouped)}
          className={classNames(
            'field-box h-11 rounded-full px-4 text-body whitespace-nowrap',
            grouped && 'border-focus bg-accent-tint font-[550]',
          )}
        >
          Group by Tag
        </button>
      )}
      {phone && board}
      {phone && actions}
    </FilterBar>
  )
}
