import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { check } from '../../domain/errors.ts'
import { isUuid } from '../../domain/ids.ts'
import { unknownOwner } from '../../domain/properties/owner.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { TemplateTag } from '../../domain/templates/templateTags.ts'
import type { PropertyType } from '../../domain/enums.ts'
import { neverPrintedSql } from '../../projections/leadLetters.ts'
import { inForceSql } from '../../records/doNotKnockRows.ts'
import { maxSelectedLeads } from '../leads/leadCounts.ts'

/** Names whose letters are looked up before other requests have their turn. */
const namesAtOnce = 100

/** SQL: nobody may knock at the door of the property `p` now. The first parameter is the tenant. */
const isMarkedSql = `exists (select from do_not_knock m where m.tenant_id = $1 and m.property_id = p.id and ${inForceSql})`

/** The leads to print: these, all with a tag, or all of a lead type. Exactly one is given. */
export interface PrintSelection {
  leadIds?: readonly string[] | null
  tag?: PropertyType | null
  leadType?: TemplateTag | null
}

export interface SelectedLead {
  id: string
  unconfirmed: boolean
  /** Nobody may knock at its door now. */
  isMarked: boolean
  /** A letter was printed for it before. */
  isPrinted: boolean
}

export interface PrintCheck {
  total: number
  unconfirmed: number
  /** Leads at whose doors nobody may knock now. */
  doNotKnock: number
  withoutOwner: number
  withoutOwnerAddress: number
  /** Leads whose label says 'Current Resident', because the font of labels lacks letters of the owner's name. */
  unprintableNames: number
  /** Leads for which a letter was printed before. */
  printed: number
  /** Leads whose tag is that of the template; null without a template or for one without a tag. */
  matchingTag: number | null
  sentences: string[]
}

/** Counts the letters of a selection and those with missing or unconfirmed owners or marked doors, for a warning before printing. */
export async function checkPrint(
  ctx: Context,
  selection: PrintSelection,
  templateId?: string | null,
): Promise<PrintCheck> {
  authorize(ctx.actor, 'print.batch')
  const tenantId = requireTenant(ctx.actor)
  const { from, values } = selectionSql(tenantId, selection)
  const { found, names } = await ctx.database.within({ tenantId }, async (em) => {
    const templateTag = templateId && isUuid(templateId) ? await findTemplateTag(em, tenantId, templateId) : null
    const [found] = await queryRows<Omit<PrintCheck, 'sentences' | 'unprintableNames'>>(
      em,
      `select count(*)::int as total, (count(*) filter (where p.unconfirmed))::int as unconfirmed,
         (count(*) filter (where ${isMarkedSql}))::int as "doNotKnock",
         (count(*) filter (where btrim(coalesce(p.owner_name, '')) in ('', $${values.length + 1})))::int as "withoutOwner",
         (count(*) filter (where coalesce(p.owner_address, '') = ''))::int as "withoutOwnerAddress",
         (count(*) filter (where not ${neverPrintedSql}))::int as printed,
         case when $${values.length + 2}::text is not null
           then (count(*) filter (where l.tag = $${values.length + 2}))::int end as "matchingTag"
       from ${from}`,
      [...values, unknownOwner, templateTag],
    )
    // The font has all of ASCII.
    const names = await queryRows<{ name: string; count: number }>(
      em,
      `select p.owner_name as name, count(*)::int as count from ${from} group by p.owner_name
       having octet_length(p.owner_name) > char_length(p.owner_name) limit ${maxSelectedLeads}`,
      values,
    )
    return { found: found!, names }
  })
  return { ...found, unprintableNames: await countUnprintable(names), sentences: toSentences(found) }
}

/** The tag of a template; null if it has none, or is not the tenant's. */
async function findTemplateTag(em: EntityManager, tenantId: string, id: string): Promise<string | null> {
  const [template] = await queryRows<{ tag: string | null }>(
    em,
    'select tag from templates where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return template?.tag ?? null
}

/** The number of leads whose owner's name labels cannot show. Other requests go on meanwhile. */
async function countUnprintable(names: readonly { name: string; count: number }[]): Promise<number> {
  if (names.length === 0) return 0
  const { printableName } = await import('../../services/documents/labels/labelFont.ts')
  let total = 0
  for (const [index, { name, count }] of names.entries()) {
    if (index % namesAtOnce === 0) await setImmediate()
    if (printableName(name) === null) total += count
  }
  return total
}

/** The selected leads in print order: that of `leadIds`, otherwise newest first. Throws `Refused` for too many. */
export async function selectLeads(
  em: EntityManager,
  tenantId: string,
  selection: PrintSelection,
): Promise<SelectedLead[]> {
  const { from, order, values } = selectionSql(tenantId, selection)
  const found = await queryRows<SelectedLead>(
    em,
    `select l.id, p.unconfirmed, ${isMarkedSql} as "isMarked", not ${neverPrintedSql} as "isPrinted"
     from ${from} order by ${order} limit ${maxSelectedLeads + 1}`,
    values,
  )
  checkLetterCount(found.length)
  return found
}

function checkLetterCount(count: number): void {
  const max = maxSelectedLeads.toLocaleString('en-US')
  check(count <= maxSelectedLeads, `At most ${max} letters can be printed at once. Choose fewer leads.`)
}

/** The first parameter is the tenant. */
function selectionSql(
  tenantId: string,
  { leadIds, tag, leadType }: PrintSelection,
): { from: string; order: string; values: unknown[] } {
  const propertyJoin = 'join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id'
  check(
    [leadIds, tag, leadType].filter((criterion) => criterion !== null && criterion !== undefined).length === 1,
    'Choose leads, a tag or a lead type.',
  )
  if (!leadIds)
    return {
      from: `leads l ${propertyJoin} where l.tenant_id = $1 and l.tag = $2`,
      order: 'l.created_at desc, l.id desc',
      values: [tenantId, tag ?? leadType],
    }
  checkLetterCount(leadIds.length)
  const ids = [...new Set(leadIds.map((id) => id.toLowerCase()))].filter(isUuid)
  return {
    from: `unnest($2::uuid[]) with ordinality as selected (id, position)
      join leads l on l.tenant_id = $1 and l.id = selected.id ${propertyJoin}`,
    order: 'selected.position',
    values: [tenantId, ids],
  }
}

function toSentences({
  total,
  unconfirmed,
  doNotKnock,
  withoutOwner,
  withoutOwnerAddress,
}: Omit<PrintCheck, 'sentences' | 'matchingTag' | 'unprintableNames'>) {
  const toSentence = (count: number, singular: string, plural: string) =>
    count === 0 ? [] : [`${count} of ${total} ${count === 1 ? singular : plural}`]
  return [
    ...toSentence(unconfirmed, 'has an unconfirmed owner', 'have an unconfirmed owner'),
    ...toSentence(doNotKnock, 'has a door where nobody may knock', 'have a door where nobody may knock'),
    ...toSentence(withoutOwner, 'has no owner name', 'have no owner name'),
    ...toSentence(withoutOwnerAddress, 'has no owner address', 'have no owner address'),
  ]
}
