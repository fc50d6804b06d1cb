import type { Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { Refused, check } from '../domain/errors.ts'
import { isUuid } from '../domain/ids.ts'
import { unknownOwner } from '../domain/letterValues.ts'
import { authorize, tenantOf } from '../domain/permissions.ts'
import type { TemplateTag } from '../domain/templateTags.ts'
import type { PropertyType } from '../domain/words.ts'
import { mostSelected } from './leadCounts.ts'

/** Which leads are to be printed: these, or all of a tag, or all of a lead type. Exactly one is given. */
export interface PrintSelection {
  leadIds?: readonly string[] | null
  tag?: PropertyType | null
  leadType?: TemplateTag | null
}

/** A chosen lead, as far as the choice goes. */
export interface Chosen {
  id: string
  unconfirmed: boolean
}

export interface PrintCheck {
  total: number
  unconfirmed: number
  withoutOwner: number
  withoutOwnerAddress: number
  sentences: string[]
}

/** What to know before printing: how many letters, and what some of them will lack. */
export async function checkPrint(ctx: Context, selection: PrintSelection): Promise<PrintCheck> {
  authorize(ctx.actor, 'print.batch')
  const { from, values } = chosenLeads(selection)
  const [found] = await ctx.database.within({ tenantId: tenantOf(ctx.actor) }, (em) =>
    rows<Omit<PrintCheck, 'sentences'>>(
      em,
      `select count(*)::int as total, (count(*) filter (where p.unconfirmed))::int as unconfirmed,
         (count(*) filter (where coalesce(p.owner_name, '') in ('', $${values.length + 1})))::int as "withoutOwner",
         (count(*) filter (where coalesce(p.owner_address, '') = ''))::int as "withoutOwnerAddress"
       from ${from}`,
      [...values, unknownOwner],
    ),
  )
  return { ...found!, sentences: sentencesOf(found!) }
}

/** The chosen leads in the order in which they are printed: as they were given, else newest first. */
export async function chooseLeads(em: EntityManager, selection: PrintSelection): Promise<Chosen[]> {
  const { from, order, values } = chosenLeads(selection)
  const found = await rows<Chosen>(
    em,
    `select l.id, p.unconfirmed from ${from} order by ${order} limit ${mostSelected + 1}`,
    values,
  )
  if (found.length > mostSelected)
    throw new Refused(
      `At most ${mostSelected.toLocaleString('en-US')} letters can be printed at once: choose fewer leads.`,
    )
  return found
}

function chosenLeads({ leadIds, tag, leadType }: PrintSelection): { from: string; order: string; values: unknown[] } {
  const house = 'join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id'
  check(
    [leadIds, tag, leadType].filter((one) => one !== null && one !== undefined).length === 1,
    'Choose leads, a tag or a lead type.',
  )
  if (!leadIds)
    return {
      from: `leads l ${house} where l.tag = $1`,
      order: 'l.created_at desc, l.id desc',
      values: [tag ?? leadType],
    }
  check(
    leadIds.length <= mostSelected,
    `At most ${mostSelected.toLocaleString('en-US')} letters can be printed at once: choose fewer leads.`,
  )
  const ids = [...new Set(leadIds.map((id) => id.toLowerCase()))].filter(isUuid)
  return {
    from: `unnest($1::uuid[]) with ordinality as wanted (id, place) join leads l on l.id = wanted.id ${house}`,
    order: 'wanted.place',
    values: [ids],
  }
}

function sentencesOf({ total, unconfirmed, withoutOwner, withoutOwnerAddress }: Omit<PrintCheck, 'sentences'>) {
  const say = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count} of ${total} ${count === 1 ? one : many}`]
  return [
    ...say(unconfirmed, 'has an unconfirmed owner', 'have an unconfirmed owner'),
    ...say(withoutOwner, 'has no owner name', 'have no owner name'),
    ...say(withoutOwnerAddress, 'has no owner address', 'have no owner address'),
  ]
}
