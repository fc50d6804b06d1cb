import { useQuery } from '@apollo/client/react'
import { ActivityPeopleDocument, ActivityTypesDocument } from '../../gql/graphql.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { FilterBar } from '../../lists/FilterBar.tsx'
import { ListBody, ListEmpty } from '../../lists/ListBody.tsx'
import { ListActions, ListViews } from '../../lists/ListTools.tsx'
import { useList } from '../../lists/useList.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { ActivityCards } from './ActivityCards.tsx'
import { activityList } from './activityList.ts'
import { ActivityTable } from './ActivityTable.tsx'

/** The activity log with its filters. */
export function ActivityPanel() {
  const withTenant = !useMe().tenant
  const phone = useIsPhone()
  const list = useList(activityList)
  const { rows: events, isLoaded, total } = list
  const people = useQuery(ActivityPeopleDocument, { fetchPolicy: 'cache-and-network' }).data?.users.edges ?? []
  const types =
    useQuery(ActivityTypesDocument, { fetchPolicy: 'cache-and-network' }).data?.activityStats.byAction.map(
      ({ action }) => action,
    ) ?? []
  const hint = 'Choose a longer time span or clear filters.'
  const empty = <ListEmpty {...list} title="No activity found" {...{ hint, filteredHint: hint }} />

  return (
    <>
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
            {isLoaded && <span>{pluralize(total, ...activityList.names)}</span>}
            <ListActions list={activityList} url={list} total={isLoaded ? total : undefined} />
          </div>
        }
      />
      <div className="mt-3">
        <ListBody
          list={activityList}
          rows={list}
          table={
            phone ? null : (
              <ActivityTable rows={list} order={list.orderBy} onSort={list.sortBy} {...{ withTenant, empty }} />
            )
          }
          cards={<ActivityCards {...{ events, withTenant }} />}
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
