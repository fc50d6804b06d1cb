import { type ReactNode, Suspense } from 'react'
import { type UserFilter, UserListDocument, type UserOrder, type UserRowFragment } from '../../gql/graphql.ts'
import { toastFailure, useFailureToast } from '../../session/failureToasts.ts'
import { useAbilities, useMe } from '../../session/MeProvider.tsx'
import { useSession } from '../../session/SessionProvider.tsx'
import { useTenantOptions } from '../../session/useTenantOptions.ts'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { pluralize } from '../../lib/numbers.ts'
import { usePagedQuery } from '../../lib/pagination.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useUrlFilters } from '../../lib/urlFilters.ts'
import { useUrlOrder } from '../../lib/urlOrder.ts'
import { useTypedFilter } from '../../lib/useTypedFilter.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { StaleNote } from '../../ui/StaleNote.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { UserCards } from './UserCards.tsx'
import { UserFilterBar } from './UserFilterBar.tsx'
import { userColumns, UserTable } from './UserTable.tsx'
import { useUserMutations } from './useUserMutations.ts'
import type { useUserDialog } from './useUserDialog.ts'
import { toFilterInput, userFilters } from './userFilters.ts'
import { userOrder } from './userOrder.ts'

// Loaded when the first dialog opens.
const UserDialogs = lazyNamed(async () => (await import('./UserDialogs.tsx')).UserDialogs)
const PAGE_SIZE = 50
const FETCH_FAILED = 'Failed to fetch users'

interface UserPanelProps extends ReturnType<typeof useUserDialog> {
  /** Exports the accounts that match the filter, in the order of the list. */
  exportButton: (request: { list: 'USERS'; users: UserFilter; userOrder: UserOrder; total?: number }) => ReactNode
  /** The saved views, above the filters. */
  views: ReactNode
}

/** The list of accounts with its filters and the open dialog. */
export function UserPanel({ dialog, open, close, exportButton, views }: UserPanelProps) {
  const me = useMe()
  const { manageUsers } = useAbilities()
  const { view } = useSession()
  const phone = useIsPhone()
  const tenants = useTenantOptions()
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(userFilters)
  const { typed, setTyped, reset } = useTypedFilter(filters.search, setFilters)
  const { orderBy, sortBy } = useUrlOrder(userOrder)
  const clear = () => {
    reset()
    clearFilters()
  }
  const filter = toFilterInput(filters, view.tenantId)
  const { connection, error, loading, hasMore, loadMore, retry } = usePagedQuery(UserListDocument, 'users', {
    filter,
    orderBy,
    first: PAGE_SIZE,
  })
  useFailureToast(error, FETCH_FAILED)
  const users = connection?.edges.map(({ node }): UserRowFragment => node)
  const pendingCount = connection?.pendingCount ?? 0
  const { setBlocked } = useUserMutations()
  const empty = (
    <EmptyState
      title="No users found"
      hint={isFiltered ? 'No users match these filters.' : 'Accounts appear here after someone signs up.'}
      action={isFiltered && <Button onClick={clear}>Clear filters</Button>}
    />
  )
  const rows = { users: users ?? [], myId: me.id, canManage: manageUsers, onOpenDialog: open, onBlock: setBlocked }

  return (
    <>
      {views}
      <UserFilterBar
        {...{ filters, typed, tenants }}
        columns={phone ? [] : userColumns(rows)}
        onType={setTyped}
        onChange={setFilters}
      >
        {connection && (
          <p>
            {pluralize(connection.totalCount, 'user')}
            {pendingCount > 0 && (
              <>
                {' · '}
                <button
                  type="button"
                  className="rounded-badge font-semibold text-warn hover:underline max-md:min-h-11"
                  onClick={() => setFilters({ search: '', tenantId: 'ALL', role: 'ALL', status: 'PENDING' })}
                >
                  {pendingCount} waiting for approval
                </button>
              </>
            )}
          </p>
        )}
        {exportButton({ list: 'USERS', users: filter, userOrder: orderBy, total: connection?.totalCount })}
      </UserFilterBar>
      <div className="mt-3">
        {users && error && <StaleNote title={FETCH_FAILED} onRetry={retry} busy={loading} />}
        {!users && error ? (
          <Card>
            <ErrorState title={FETCH_FAILED} onRetry={retry} busy={loading} />
          </Card>
        ) : !phone ? (
          <UserTable
            {...rows}
            total={connection?.totalCount ?? 0}
            order={orderBy}
            onSort={sortBy}
            isLoading={!users}
            empty={empty}
          />
        ) : !users ? (
          <Card>
            <LoadingRows label="users" rows={8} cells={['size-8 rounded-full', 'h-3 w-40', 'ml-auto h-5 w-24']} />
          </Card>
        ) : users.length === 0 ? (
          <Card>{empty}</Card>
        ) : (
          <UserCards {...rows} />
        )}
        {hasMore && (
          <ShowMore
            onClick={() => void loadMore().catch((failure: unknown) => toastFailure(failure, FETCH_FAILED))}
            busy={loading}
          />
        )}
      </div>
      {dialog && (
        <Suspense>
          <UserDialogs
            dialog={dialog}
            users={rows.users}
            tenants={tenants.filter(({ archivedAt }) => !archivedAt)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
