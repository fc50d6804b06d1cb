import { type ReactNode, Suspense } from 'react'
import type { AccountStatus, Role } from '../../gql/graphql.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { useTenantOptions } from '../../session/person/useTenantOptions.ts'
import { roleLabels } from '../../domain/roles.ts'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { FilterBar } from '../../lists/FilterBar.tsx'
import { optionsOf } from '../../lists/filters.ts'
import { ListBody, ListEmpty } from '../../lists/ListBody.tsx'
import { ListColumns } from '../../lists/ListTable.tsx'
import { ListActions, ListCount, ListViews } from '../../lists/ListTools.tsx'
import { useList } from '../../lists/useList.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { accountStatusLabels } from './AccountStatusBadge.tsx'
import { userList } from './userList.ts'
import { userColumns, UserTable } from './UserTable.tsx'
import { useUserMutations } from './useUserMutations.ts'
import type { useUserDialog } from './useUserDialog.ts'

// Loaded on a phone.
const UserCards = lazyNamed(async () => (await import('./UserCards.tsx')).UserCards)
// Loaded when the first dialog opens.
const UserDialogs = lazyPart(async () => (await import('./UserDialogs.tsx')).UserDialogs)

interface UserPanelProps extends ReturnType<typeof useUserDialog> {
  /** The head of the screen, with how many accounts there are. */
  header: (count: ReactNode) => ReactNode
  /** On a phone, beside the filters, because a button alone would take a line. */
  invite: ReactNode
}

/** The list of accounts with its filters and the open dialog. */
export function UserPanel({ dialog, open, close, header, invite }: UserPanelProps) {
  const me = useMe()
  const { manageUsers, passwordLinkRoles } = useAbilities()
  const { view } = useSession()
  const phone = useIsPhone()
  const tenants = useTenantOptions()
  const list = useList(userList)
  const { rows: users, isLoaded, total, setFilters } = list
  const pendingCount = list.head?.pendingCount ?? 0
  const { setBlocked } = useUserMutations()
  const rowProps = {
    myId: me.id,
    isOfOneTenant: me.tenant !== null,
    canManage: manageUsers,
    linkRoles: passwordLinkRoles,
    onOpenDialog: open,
    onBlock: setBlocked,
  }
  const count = isLoaded && (
    <p className="figures text-small text-ink-2">
      <ListCount list={userList}>
        {pluralize(total, ...userList.names)}
        {pendingCount > 0 && ' · '}
      </ListCount>
      {pendingCount > 0 && (
        <button
          type="button"
          className="rounded-badge font-semibold text-warn hover:underline max-md:-my-3 max-md:min-h-11"
          onClick={() => setFilters({ search: '', tenantId: 'ALL', role: 'ALL', status: 'PENDING' })}
        >
          {pendingCount} waiting for approval
        </button>
      )}
    </p>
  )
  const actions = <ListActions list={userList} url={list} total={isLoaded ? total : undefined} />
  const skeleton = (
    <LoadingRows label="users" rows={8} cells={['size-8 rounded-full', 'h-3 w-40', 'ml-auto h-5 w-24']} />
  )
  const empty = (
    <ListEmpty
      {...list}
      names={userList.names}
      hint="Invite your team: accounts appear here as soon as people sign up."
      action={<ButtonLink to="/users/invitations?invite">Invite People</ButtonLink>}
    />
  )
  // Pending accounts belong to no tenant, so only users who see all tenants can list them.
  const without = <Value extends string>(labels: Record<Value, string>, hidden: Value) =>
    optionsOf<Value>(labels).filter(({ value }) => manageUsers || value !== hidden)

  return (
    <>
      {header(!phone && count)}
      <ListViews list={userList} />
      <FilterBar
        list={userList}
        url={list}
        choices={{
          tenantId: manageUsers
            ? { options: tenants.map(({ id, name }) => ({ value: id, label: name })), fixedValue: view.tenantId }
            : null,
          role: { options: without<Role>(roleLabels, 'GLOBAL_ADMIN') },
          status: { options: without<AccountStatus>(accountStatusLabels, 'PENDING') },
        }}
        aside={
          <>
            <div className="ml-auto flex items-center gap-4 text-small text-ink-2 max-md:w-full max-md:justify-between">
              {phone ? count : actions}
            </div>
            {!phone && <ListColumns list={userList} columns={userColumns(rowProps)} />}
          </>
        }
      >
        {phone && (
          <>
            {invite}
            {actions}
          </>
        )}
      </FilterBar>
      <div className="mt-3">
        <ListBody
          list={userList}
          rows={list}
          table={
            phone ? null : (
              <UserTable {...rowProps} rows={list} order={list.orderBy} onSort={list.sortBy} empty={empty} />
            )
          }
          cards={
            <Suspense fallback={skeleton}>
              <UserCards {...rowProps} users={users} />
            </Suspense>
          }
          skeleton={skeleton}
          empty={empty}
          hasShowMore
        />
      </div>
      {dialog && (
        <UserDialogs
          dialog={dialog}
          users={users}
          tenants={tenants.filter(({ archivedAt }) => !archivedAt)}
          onClose={close}
        />
      )}
    </>
  )
}
