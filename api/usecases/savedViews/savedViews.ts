import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { parseName } from '../../domain/auth/accounts.ts'
import { Conflict, NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, ownUserIdOf, reachOf, requireTenant } from '../../domain/permissions.ts'
import type { ViewList } from '../../domain/savedViews/viewLists.ts'
import { transactInTenant } from '../../log/transact.ts'
import { parseViewQuery } from './viewQueries.ts'

/** A list with its filters and order, under a name. */
export interface SavedView {
  tenantId: string
  id: string
  list: ViewList
  name: string
  /** The query of the URL that shows the view. */
  query: string
  /** Whether everyone in the tenant sees it. */
  shared: boolean
  /** Views are listed by position, then by id. */
  position: number
  ownerId: string
  /** Whether the actor saved it. */
  mine: boolean
}

export interface NewSavedView {
  list: ViewList
  name: string
  query: string
  shared?: boolean | null
}

/** Omitted fields are unchanged. */
export interface SavedViewChanges {
  name?: string | null
  query?: string | null
  shared?: boolean | null
  position?: number | null
}

/** The maximum number of views that a user saves of one list. */
const maxViews = 50
const columns = `v.tenant_id as "tenantId", v.id, v.list, v.name, v.query, v.shared, v.position, v.owner_id as "ownerId"`

/** The actor's own views of a list, and those that others in the tenant share; none for a global admin without a tenant. */
export async function listSavedViews(ctx: Context, list: ViewList): Promise<SavedView[]> {
  authorize(ctx.actor, 'savedView.manage')
  const userId = ownUserIdOf(ctx.actor!)
  const scope = readScope(ctx)
  if (scope === 'platform') return []
  return ctx.database.within(scope, (em) =>
    queryRows<SavedView>(
      em,
      `select ${columns}, v.owner_id = $2 as mine from saved_views v
       where v.tenant_id = :tenant and v.list = $1 and (v.shared or v.owner_id = $2) order by v.position, v.id`,
      [list, userId],
    ),
  )
}

/** Saves a view after the others. Throws `Refused` for an invalid name or query, and `Conflict` if the actor has 50 of the list. */
export async function createSavedView(ctx: Context, input: NewSavedView): Promise<SavedView> {
  authorize(ctx.actor, 'savedView.manage')
  const tenantId = requireTenant(ctx.actor)
  const ownerId = ctx.actor!.userId
  const { list } = input
  const name = parseName(input.name, 'Name', 'name')
  const query = parseViewQuery(list, input.query)
  const shared = input.shared ?? false
  const id = uuidv7()
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const counted = await queryRows<{ owned: number; last: number }>(
      em,
      `select (count(*) filter (where owner_id = $3))::int as owned, coalesce(max(position), 0) as last
       from saved_views where tenant_id = $1 and list = $2`,
      [tenantId, list, ownerId],
    )
    const { owned, last } = counted[0]!
    if (owned >= maxViews) throw new Conflict(`You have ${maxViews} views of this list. Delete one first.`)
    const position = last + 1
    await queryRows(
      em,
      `insert into saved_views (tenant_id, id, list, name, query, owner_id, shared, position, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tenantId, id, list, name, query, ownerId, shared, position, ctx.now()],
    )
    record({ type: 'SavedViewChanged', data: { viewId: id, list, shared, change: 'created' } })
    return { tenantId, id, list, name, query, shared, position, ownerId, mine: true }
  })
}

/** Changes a view. Throws `NotFound` for one that the actor may not change, as for an unknown id. */
export async function updateSavedView(ctx: Context, id: string, changes: SavedViewChanges): Promise<SavedView> {
  return changeView(ctx, id, async (em, view) => {
    const changed = {
      ...view,
      name: changes.name == null ? view.name : parseName(changes.name, 'Name', 'name'),
      query: changes.query == null ? view.query : parseViewQuery(view.list, changes.query),
      shared: changes.shared ?? view.shared,
      position: changes.position ?? view.position,
    }
    await queryRows(
      em,
      'update saved_views set name = $3, query = $4, shared = $5, position = $6 where tenant_id = $1 and id = $2',
      [view.tenantId, view.id, changed.name, changed.query, changed.shared, changed.position],
    )
    return { view: changed, change: 'updated' }
  })
}

/** Deletes a view. Throws `NotFound` for one that the actor may not change, as for an unknown id. */
export async function deleteSavedView(ctx: Context, id: string): Promise<void> {
  await changeView(ctx, id, async (em, view) => {
    await queryRows(em, 'delete from saved_views where tenant_id = $1 and id = $2', [view.tenantId, view.id])
    return { view, change: 'deleted' }
  })
}

/** Changes a view of the actor, or a shared one if they manage those of others, too, and records it. */
async function changeView(
  ctx: Context,
  id: string,
  apply: (em: EntityManager, view: SavedView) => Promise<{ view: SavedView; change: 'updated' | 'deleted' }>,
): Promise<SavedView> {
  authorize(ctx.actor, 'savedView.manage')
  const actor = ctx.actor!
  const tenantId = requireTenant(actor)
  const viewId = parseId(id, 'View')
  const managesShared = reachOf(actor, 'savedView.manageShared') !== null
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const [found] = await queryRows<SavedView>(
      em,
      `select ${columns}, v.owner_id = $3 as mine from saved_views v
       where v.tenant_id = $1 and v.id = $2 and (v.owner_id = $3 or v.shared and $4) for update`,
      [tenantId, viewId, actor.userId, managesShared],
    )
    if (!found) throw new NotFound('View not found')
    const { view, change } = await apply(em, found)
    const { list, shared } = view
    record({ type: 'SavedViewChanged', data: { viewId, list, shared, change } })
    return view
  })
}
