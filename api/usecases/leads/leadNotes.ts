import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound, check } from '../../domain/errors.ts'
import { newRecordId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { decodeCursor, pageOf, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize } from '../../domain/permissions.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { countUse } from '../../log/quotas.ts'
import { leadRefOf, lockLeads } from '../../records/leadWrites.ts'
import { ownersOf } from './leadRows.ts'
import { readLead } from './leads.ts'

/** What a user wrote about a lead. */
export interface LeadNote {
  tenantId: string
  id: string
  leadId: string
  authorId: string
  text: string
  createdAt: Date
}

/** A page of the notes of a lead that the actor may see. */
export interface NotesQuery {
  lead: { id: string; tenantId: string }
  page: PageRequest
}

export interface NewLeadNote {
  /** The client's id for this note, so that sending it again changes nothing. */
  id?: string | null
  leadId: string
  text: string
}

const noteColumns = `n.tenant_id as "tenantId", n.id, n.lead_id as "leadId", n.author_id as "authorId", n.text, n.created_at as "createdAt"`

/**
 * Adds a note to a lead, written at `writtenAt`. The log gets only its id. Adding it again with the same client-made id only reads it, with `replayed`
 * set. Throws `Refused` for an empty text, and `QuotaExceeded` when the tenant has written its notes of the day.
 */
export async function addLeadNote(
  ctx: Context,
  input: NewLeadNote,
  writtenAt: Date = ctx.now(),
): Promise<LeadNote & { replayed: boolean }> {
  authorize(ctx.actor, 'lead.edit')
  const text = input.text.trim()
  check(text, 'The note is empty.', { text: 'The note is empty.' })
  checkLengths({ text })
  const lead = await readLead(ctx, input.leadId)
  authorize(ctx.actor, 'lead.edit', ownersOf(lead))
  const id = newRecordId(input.id)
  const { tenantId } = lead
  const action = input.id ? { id, kind: 'leadNote' as const, content: { leadId: lead.id, text } } : null
  const added = await transactOnce(ctx, tenantId, action, async (transaction) => {
    await countUse(transaction.em, ctx, tenantId, 'notes')
    const [locked] = await lockLeads(transaction, tenantId, [lead.id])
    if (!locked) throw new NotFound('Lead not found')
    const occurredAt = writtenAt < locked.createdAt ? locked.createdAt : writtenAt
    await queryRows(
      transaction.em,
      'insert into lead_notes (tenant_id, id, lead_id, author_id, text, created_at) values ($1, $2, $3, $4, $5, $6)',
      [tenantId, id, lead.id, ctx.actor!.userId, text, occurredAt],
    )
    transaction.record({
      type: 'LeadNoteAdded',
      occurredAt,
      subjectId: locked.propertyId,
      data: { ...leadRefOf(locked), noteId: id },
    })
    return locked
  })
  const [note] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<LeadNote>(em, `select ${noteColumns} from lead_notes n where n.tenant_id = $1 and n.id = $2`, [
      tenantId,
      id,
    ]),
  )
  // The lead was deleted after the note was added.
  if (!note) throw new NotFound('Lead not found')
  return { ...note, replayed: added === null }
}

/** The notes of a lead, newest first, and how many there are. Throws `NotFound` for a lead that the actor may not see. */
export async function listLeadNotes(
  ctx: Context,
  leadId: string,
  page: PageRequest,
): Promise<Page<LeadNote> & { total: number }> {
  const { id, tenantId } = await readLead(ctx, leadId)
  const [notes] = await readNotesOfLeads(ctx, [{ lead: { id, tenantId }, page }])
  const [row] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ total: number }>(
      em,
      'select count(*)::int as total from lead_notes where tenant_id = $1 and lead_id = $2',
      [tenantId, id],
    ),
  )
  return { ...notes!, total: row!.total }
}

/** A page of notes for each query, newest first, read in one statement. The leads are checked when they are read. */
export async function readNotesOfLeads(ctx: Context, queries: readonly NotesQuery[]): Promise<Page<LeadNote>[]> {
  authorize(ctx.actor, 'lead.read')
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) =>
    queryRows<LeadNote & { index: number; cursorAt: string }>(
      em,
      `select q.index, n.* from jsonb_to_recordset($1::jsonb)
         as q (index int, tenant_id uuid, lead_id uuid, before timestamptz, before_id uuid, row_limit int, row_offset int)
       cross join lateral (select ${noteColumns}, n.created_at::text as "cursorAt" from lead_notes n
         where n.tenant_id = q.tenant_id and n.lead_id = q.lead_id and n.tenant_id = :tenant
           and (n.created_at, n.id) < (q.before, q.before_id)
         order by n.created_at desc, n.id desc limit q.row_limit offset q.row_offset) n
       order by q.index, n."createdAt" desc, n.id desc`,
      [
        JSON.stringify(
          queries.map(({ lead, page }, index) => {
            const after = page.after ? decodeCursor(page.after) : null
            return {
              index,
              tenant_id: lead.tenantId,
              lead_id: lead.id,
              before: after?.at ?? 'infinity',
              before_id: after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
              row_limit: page.limit + 1,
              row_offset: page.offset ?? 0,
            }
          }),
        ),
      ],
    ),
  )
  const byQuery = Map.groupBy(found, ({ index }) => index)
  return queries.map(({ page }, index) => pageOf(byQuery.get(index) ?? [], page.limit))
}
