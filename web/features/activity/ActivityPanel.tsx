import { useQuery } from '@apollo/client/react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { ActivityPeopleDocument, ActivityTypesDocument } from '../../gql/graphql.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { FilterBar } from '../../lists/FilterBar.tsx'
import { ALL } from '../../lists/filters.ts'
import { ListBody, ListEmpty } from '../../lists/ListBody.tsx'
import { ListActions, ListCount, ListViews } from '../../lists/ListTools.tsx'
import { useList } from '../../lists/useList.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { ActivityCards } from './ActivityCards.tsx'
import { activityList } from './activityList.ts'
import { ActivityTable } from './ActivityTable.tsx'
import { toLogRows, toPlainRows } from './logRows.ts'

interface ActivityPanelProps {
  /** The head of the screen, with how many events there are. */
  header: (count: ReactNode) => ReactNode
}

/** The activity log with its filters. */
export function ActivityPanel({ header }: ActivityPanelProps) {
  const withTenant = !useMe().tenant
  const phone = useIsPhone()
  const list = useList(activityList)
  const { rows: events, isLoaded, total } = list
  const { opened, onToggle } = useOpenedRows()
  const isByTime = list.orderBy.field === 'TIME'
  const isOfAllTypes = list.filters.type === ALL
  const rows = useMemo(
    () => (isByTime ? toLogRows(events, { opened, isFolded: isOfAllTypes }) : toPlainRows(events)),
    [events, opened, isByTime, isOfAllTypes],
  )
  const shown = { rows, opened, onToggle, withTenant }
  const people = useQuery(ActivityPeopleDocument, { fetchPolicy: 'cache-and-network' }).data?.users.edges ?? []
  const types =
    useQuery(ActivityTypesDocument, { fetchPolicy: 'cache-and-network' }).data?.activityStats.byAction.map(
      ({ action }) => action,
    ) ?? []
  const empty = (
    <ListEmpty
      {...list}
      title="No activity found"
      filteredHint="Choose a longer time span or clear filters."
      hint="Save the first house on the map: what everybody does shows here."
      action={<ButtonLink to="/map">Open Map</ButtonLink>}
    />
  )
  const count = (
    <ListCount list={activityList}>{isLoaded && <span>{pluralize(total, ...activityList.names)}</span>}</ListCount>
  )
  const actions = <ListActions list={activityList} url={list} total={isLoaded ? total : undefined} />

  return (
    <>
      {header(!phone && <p className="figures text-small text-ink-2">{count}</p>)}
      <ListViews list={activityList} />
      <FilterBar
        list={activityList}
        url={list}
        choices={{
          actor: { options: people.map(({ node }) => ({ value: node.id, label: node.fullName })) },
          type: { options: types.toSorted().map((type) => ({ value: type, label: activityDisplay(type).label })) },
        }}
        aside={
          <div className="ml-auto flex items-center gap-4 text-small text-ink-2 max-md:w-full max-md:justify-between">
            {phone ? count : actions}
          </div>
        }
      >
        {phone && actions}
      </FilterBar>
      <div className="mt-3">
        <ListBody
          list={activityList}
          rows={list}
          table={
            phone ? null : <ActivityTable {...shown} {...{ list, empty }} order={list.orderBy} onSort={list.sortBy} />
          }
          cards={<ActivityCards {...shown} isBelowDay={isByTime} />}
          skeleton={
            <LoadingRows label="activity" rows={8} cells={['h-3 w-32', 'h-3 w-40', 'h-3 w-56']} rowClass="h-14 gap-6" />
          }
          empty={empty}
          hasShowMore
        />
      </div>
    </>
  )
}

/** The keys of the rows whose look-ups are shown, and a stable function that shows or hides them. */
function useOpenedRows() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set())
  const onToggle = useCallback((key: string) => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }, [])
  return { opened, onToggle }
}
