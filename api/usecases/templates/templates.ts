import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { onlyRow } from '../../database/onlyRow.ts'
import { Conflict, NotFound, Refused, check } from '../../domain/errors.ts'
import { isUuid } from '../../domain/ids.ts'
import { mergeFields, type MergeField } from '../../domain/templates/mergeFields.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { TemplateTag } from '../../domain/templates/templateTags.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { createStarterTemplates } from '../../services/documents/starters/starterTemplates.ts'
import { countMissingMergeFields } from './mergeFieldCounts.ts'

/** A template without its file. */
export interface TemplateView {
  tenantId: string
  id: string
  filename: string
  tag: TemplateTag | null
  size: number
  modifiedAt: Date
  /** The number of different merge fields; null while it is not counted yet. */
  mergeFieldCount: number | null
}

/** The template to print: by id, or the newest with a tag. The id takes precedence. */
export interface TemplateChoice {
  templateId?: string | null
  templateTag?: TemplateTag | null
}

/** The new file name and tag of a template. Omitted fields are unchanged; a null tag removes the tag. */
export interface TemplateChanges {
  name?: string | null
  tag?: TemplateTag | null
}

/** A template that was just uploaded. */
export interface UploadedTemplate extends TemplateView {
  /** What its writer may not have meant, each a sentence. */
  warnings: string[]
}

export interface TemplateTagEntry {
  tag: TemplateTag
  template: string
  templateId: string
}

const columns = `t.tenant_id as "tenantId", t.id, t.filename, t.tag, t.size, t.modified_at as "modifiedAt",
  t.merge_field_count as "mergeFieldCount"`
const noFileMessage = 'Please select a file to upload'
const nameTakenMessage = 'A template with this name already exists.'

/** The tenant's templates, ordered by file name. */
export async function listTemplates(ctx: Context): Promise<TemplateView[]> {
  authorize(ctx.actor, 'template.manage')
  return readTemplates(ctx)
}

/** The templates to print from, ordered by file name. Every user of the tenant may read them. */
export async function listPrintableTemplates(ctx: Context): Promise<TemplateView[]> {
  authorize(ctx.actor, 'template.readTags')
  return readTemplates(ctx)
}

async function readTemplates(ctx: Context): Promise<TemplateView[]> {
  const scope = readScope(ctx)
  const templates = await ctx.database.within(scope, (em) =>
    queryRows<TemplateView>(
      em,
      `select ${columns} from templates t where t.tenant_id = :tenant order by t.filename_key, t.id`,
    ),
  )
  return countMissingMergeFields(ctx, templates)
}

/** The tags that have a template, each with its newest one. Every user of the tenant may read them. */
export async function listTemplateTags(ctx: Context): Promise<TemplateTagEntry[]> {
  authorize(ctx.actor, 'template.readTags')
  const scope = readScope(ctx)
  return ctx.database.within(scope, (em) =>
    queryRows<TemplateTagEntry>(
      em,
      `select distinct on (t.tag) t.tag, t.filename as template, t.id as "templateId" from templates t
       where t.tenant_id = :tenant and t.tag is not null order by t.tag, t.modified_at desc, t.id desc`,
    ),
  )
}

/** The fields that a template can contain. */
export function listMergeFields(ctx: Context): readonly MergeField[] {
  authorize(ctx.actor, 'template.manage')
  return mergeFields
}

/**
 * Saves a template. With `replace` it replaces one with the same file name, which keeps its tag unless `tag` is given;
 * otherwise that throws `Conflict`. Throws `Refused` with all the problems found in the file.
 */
export async function uploadTemplate(
  ctx: Context,
  upload: { filename: string; content: Buffer; tag: TemplateTag | null; replace: boolean },
): Promise<UploadedTemplate> {
  authorize(ctx.actor, 'template.manage')
  const tenantId = requireTenant(ctx.actor)
  const filename = sanitizeFilename(upload.filename)
  check(/.\.docx$/i.test(filename), `${noFileMessage}: a Word document whose name ends in .docx.`, {
    file: noFileMessage,
  })
  check(upload.content.length > 0, 'The file is empty.', { file: 'The file is empty.' })
  const { reasons, warnings, fields } = await ctx.services.documents.inspect(upload.content)
  if (reasons.length > 0) throw new Refused(reasons.join(' '), { file: reasons.join('\n') })
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const file = { ...upload, filename, mergeFieldCount: fields.length }
    const saved = await saveTemplate(ctx, transaction, file, upload.replace ? replacement : 'nothing')
    if (!saved) throw new Conflict(nameTakenMessage)
    return { ...saved, warnings }
  })
}

/**
 * Adds a plain letter for each service type that has no template yet, and returns the added ones, ordered by file name. A letter
 * whose file name is taken is left out.
 */
export async function addStarterTemplates(ctx: Context): Promise<TemplateView[]> {
  authorize(ctx.actor, 'template.manage')
  const tenantId = requireTenant(ctx.actor)
  const starters = await Promise.all(
    createStarterTemplates().map(async (starter) => {
      const { fields } = await ctx.services.documents.inspect(starter.content)
      return { ...starter, mergeFieldCount: fields.length }
    }),
  )
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const taken = await queryRows<{ tag: TemplateTag | null }>(
      transaction.em,
      'select distinct tag from templates where tenant_id = $1',
      [tenantId],
    )
    const added: TemplateView[] = []
    for (const starter of starters.toSorted((a, b) => (a.filename < b.filename ? -1 : 1))) {
      if (taken.some(({ tag }) => tag === starter.tag)) continue
      const saved = await saveTemplate(ctx, transaction, starter, 'nothing')
      if (saved) added.push(saved)
    }
    return added
  })
}

/** A file that passed inspection. */
interface InspectedTemplate {
  filename: string
  content: Buffer
  tag: TemplateTag | null
  mergeFieldCount: number
}

/** Saves a template and records it; null if its file name is taken and `onConflict` does nothing. */
async function saveTemplate(
  ctx: Context,
  { em, record }: WriteTransaction,
  { filename, content, tag, mergeFieldCount }: InspectedTemplate,
  onConflict: 'nothing' | typeof replacement,
): Promise<TemplateView | null> {
  const [saved] = await queryRows<TemplateView & { replaced: boolean }>(
    em,
    `insert into templates as t (tenant_id, id, filename, filename_key, tag, size, content, merge_field_count,
       uploaded_by, created_at, modified_at)
     values ($1, $2, $3, lower($3), $4, $5, $6, $7, $8, $9, $9)
     on conflict (tenant_id, filename_key) do ${onConflict}
     returning ${columns}, t.id <> $2 as replaced`,
    [
      requireTenant(ctx.actor),
      uuidv7(),
      filename,
      tag,
      content.length,
      content,
      mergeFieldCount,
      ctx.actor!.userId,
      ctx.now(),
    ],
  )
  if (!saved) return null
  const { replaced, ...template } = saved
  record({
    type: 'TemplateUploaded',
    subjectId: template.id,
    data: { templateId: template.id, tag: template.tag, size: template.size, replaced },
  })
  return template
}

const replacement = `update set filename = excluded.filename, tag = coalesce(excluded.tag, t.tag), size = excluded.size,
  content = excluded.content, merge_field_count = excluded.merge_field_count, uploaded_by = excluded.uploaded_by,
  modified_at = excluded.modified_at`

/**
 * Renames a template, by id or file name, or changes its tag; the file stays as it is. A name without `.docx` gets it.
 * Throws `Refused` for an empty name and `Conflict` when another template has the name.
 */
export async function updateTemplate(ctx: Context, name: string, changes: TemplateChanges): Promise<TemplateView> {
  authorize(ctx.actor, 'template.manage')
  const found = await findTemplate(ctx, name)
  const filename = changes.name == null ? found.filename : parseFilename(changes.name)
  const tag = changes.tag === undefined ? found.tag : changes.tag
  const fields = [...(filename === found.filename ? [] : ['name']), ...(tag === found.tag ? [] : ['tag'])]
  if (fields.length === 0) return found
  return transactInTenant(ctx, found.tenantId, async ({ em, record }) => {
    const taken = await queryRows(
      em,
      'select 1 from templates where tenant_id = $3 and filename_key = lower($1) and id <> $2',
      [filename, found.id, found.tenantId],
    )
    if (taken.length > 0) throw new Conflict(nameTakenMessage)
    const [saved] = await queryRows<TemplateView>(
      em,
      `update templates t set filename = $2, filename_key = lower($2), tag = $3
       where t.tenant_id = $4 and t.id = $1 returning ${columns}`,
      [found.id, filename, tag, found.tenantId],
    )
    if (!saved) throw new NotFound('Template not found')
    record({ type: 'TemplateEdited', subjectId: found.id, data: { templateId: found.id, fields, tag } })
    return saved
  })
}

/** A template with its file, by id or file name. */
export async function readTemplateFile(ctx: Context, name: string): Promise<TemplateView & { content: Buffer }> {
  authorize(ctx.actor, 'template.manage')
  const { id, tenantId } = await findTemplate(ctx, name)
  const [found] = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<TemplateView & { content: Buffer }>(
      em,
      `select ${columns}, t.content from templates t where t.tenant_id = $1 and t.id = $2`,
      [tenantId, id],
    ),
  )
  if (!found) throw new NotFound('Template not found')
  return found
}

/** Deletes a template, by id or file name. The log keeps the events of what was printed from it. */
export async function deleteTemplate(ctx: Context, name: string): Promise<void> {
  authorize(ctx.actor, 'template.manage')
  const found = await findTemplate(ctx, name)
  await transactInTenant(ctx, found.tenantId, async ({ em, record }) => {
    const deletedRows = await queryRows(em, 'delete from templates where tenant_id = $1 and id = $2 returning id', [
      found.tenantId,
      found.id,
    ])
    if (deletedRows.length === 0) throw new NotFound('Template not found')
    record({ type: 'TemplateDeleted', subjectId: found.id, data: { templateId: found.id, tag: found.tag } })
  })
}

export type PrintedTemplate = Pick<TemplateView, 'id' | 'filename' | 'tag'> & { content: Buffer }

/** The chosen template and its file. Throws `NotFound` if there is none. */
export async function findTemplateToPrint(
  em: EntityManager,
  tenantId: string,
  { templateId, templateTag }: TemplateChoice,
): Promise<PrintedTemplate> {
  if (templateId && !isUuid(templateId)) throw new NotFound('Template not found')
  const [found] = await queryRows<PrintedTemplate>(
    em,
    `select id, filename, tag, content from templates where tenant_id = $2 and ${templateId ? 'id' : 'tag'} = $1
     order by modified_at desc, id desc limit 1`,
    [templateId ?? templateTag, tenantId],
  )
  if (found) return found
  throw new NotFound(
    templateId ? 'Template not found' : `There is no template for ${templateTag} yet. Upload one first.`,
  )
}

/** A template by id or file name. Throws `Refused` as `onlyRow` does. */
async function findTemplate(ctx: Context, name: string): Promise<TemplateView> {
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) =>
    queryRows<TemplateView>(
      em,
      `select ${columns} from templates t where t.tenant_id = :tenant and ${nameCondition(name)} limit 2`,
      [name],
    ),
  )
  const template = onlyRow(found)
  if (!template) throw new NotFound('Template not found')
  return template
}

function nameCondition(name: string): string {
  return isUuid(name) ? 't.id = $1::uuid' : 't.filename_key = lower($1)'
}

function parseFilename(text: string): string {
  const name = sanitizeFilename(text)
  check(name.replace(/\.docx$/i, ''), 'Template name is required', { name: 'Template name is required' })
  return /\.docx$/i.test(name) ? name : sanitizeFilename(`${name.slice(0, 115)}.docx`)
}

/** Removes the folders that some browsers send and the characters that file systems do not allow. Limits the length. */
function sanitizeFilename(filename: string): string {
  const name = filename.normalize('NFC').split(/[\\/]/).at(-1)!
  const sanitized = name
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return sanitized.length > 120 ? `${sanitized.slice(0, 115).trim()}.docx` : sanitized
}
