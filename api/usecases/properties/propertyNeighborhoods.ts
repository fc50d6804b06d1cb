import { readScope, type Context } from '../../context.ts'
import { queryRows, type Scope } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { authorize, ownUserIdOf } from '../../domain/permissions.ts'

const maxNeighborhoods = 1_000

/** The neighborhoods of the properties that the actor may list, in alphabetical order; at most 1,000. */
export async function listPropertyNeighborhoods(ctx: Context): Promise<string[]> {
  const repId = authorize(ctx.actor, 'property.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const scope = readScope(ctx)
  const { values, bind } = createParameters()
  const sql = selectNames(scope, repId, bind)
  const rows = await ctx.database.within(scope, (em) =>
    queryRows<{ name: string }>(em, `${sql} limit ${maxNeighborhoods}`, values),
  )
  return rows.map(({ name }) => name).sort(compareNames)
}

const compareNames = new Intl.Collator('en-US', { numeric: true }).compare

/** Selects each neighborhood of the properties as `name`. */
function selectNames(scope: Scope, repId: string | null, bind: Bind): string {
  const properties = `from properties p where p.tenant_id = :tenant`
  // A rep has few properties. The index begins with tenant_id, so it cannot be used across tenants.
  if (repId !== null || scope === 'platform')
    return `select distinct p.neighborhood as name ${properties} ${repId ? `and p.assigned_to = ${bind(repId)}` : ''}
      and p.neighborhood <> '' order by name`
  // One index look-up for each neighborhood, because scanning all properties would take too long.
  const next = (after: string) => `(select p.neighborhood ${properties} and p.neighborhood > ${after}
    order by p.neighborhood limit 1)`
  return `with recursive found (name) as (
      ${next("''")} union all select ${next('f.name')} from found f where f.name is not null)
    select name from found where name is not null`
}
