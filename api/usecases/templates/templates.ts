import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { isUuid } from '../../domain/ids.ts'
import { mergeFields, type MergeField } from '../../domain/mergeFields.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { TemplateTag } from '../../domain/templateTags.ts'
import { transactInTenant } from '../../log/transact.ts'

/** A template without its file. */
export interface TemplateView {
  tenantId: string
  id: string
  filename: string
  tag: TemplateTag | null
  size: number
  modifiedAt: Date
}

export interface TemplateTagEntry {
  tag: TemplateTag
  template: string
  templateId: string
}

const columns = `t.tenant_id as "tenantId", t.id, t.filename, t.tag, t.size, t.modified_at as "modifiedAt"`
const noFileMessage = 'Please select a file to upload'

/** The tenant's templates, ordered by file name. */
export async function listTemplates(ctx: Context): Promise<TemplateView[]> {
  authorize(ctx.actor, 'template.manage')
  return ctx.database.within(readScope(ctx), (em) =>
    queryRows<TemplateView>(em, `select ${columns} from templates t order by t.filename_key, t.id`),
  )
}

/** The tags that have a template, each with its newest one. Every user of the tenant may read them. */
export async function listTemplateTags(ctx: Context): Promise<TemplateTagEntry[]> {
  authorize(ctx.actor, 'template.readTags')
  return ctx.database.within(readScope(ctx), (em) =>
    queryRows<TemplateTagEntry>(
      em,
      `select distinct on (t.tag) t.tag, t.filename as template, t.id as "templateId" from templates t
       where t.tag is not null order by t.tag, t.modified_at desc, t.id desc`,
    ),
  )
}

/** The fields that a template can contain. */
export function listMergeFields(ctx: Context): readonly MergeField[] {
  authorize(ctx.actor, 'template.manage')
  return mergeFields
}

/** Saves a template and replaces one with the same file name. Throws `Refused` with all the problems found in the file. */
export async function uploadTemplate(
  ctx: Context,
  upload: { filename: string; content: Buffer; tag: TemplateTag | null },
): Promise<TemplateView> {
  authorize(ctx.actor, 'template.manage')
  const tenantId = requireTenant(ctx.actor)
  const filename = sanitizeFilename(upload.filename)
  check(/.\.docx$/i.test(filename), `${noFileMessage}: a Word document whose name ends in .docx.`, {
    file: noFileMessage,
  })
  check(upload.content.length > 0, 'The file is empty.', { file: 'The file is empty.' })
  const { reasons } = await ctx.services.documents.inspect(upload.content)
  if (reasons.length > 0) throw new Refused(reasons.join(' '), { file: reasons.join('\n') })
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const [saved] = await queryRows<TemplateView & { replaced: boolean }>(
      em,
      `insert into templates as t (tenant_id, id, filename, filename_key, tag, size, content, uploaded_by, created_at, modified_at)
       values ($1, $2, $3, lower($3), $4, $5, $6, $7, $8, $8)
       on conflict (tenant_id, filename_key) do update set filename = excluded.filename, tag = excluded.tag,
         size = excluded.size, content = excluded.content, uploaded_by = excluded.uploaded_by, modified_at = excluded.modified_at
       returning ${columns}, t.created_at <> t.modified_at as replaced`,
      [tenantId, uuidv7(), filename, upload.tag, upload.content.length, upload.content, ctx.actor!.userId, ctx.now()],
    )
    const { replaced, ...template } = saved!
    record({
      type: 'TemplateUploaded',
      subjectId: template.id,
      data: { templateId: template.id, tag: template.tag, size: template.size, replaced },
    })
    return template
  })
}

/** A template with its file, by id or file name. */
export async function readTemplateFile(ctx: Context, name: string): Promise<TemplateView & { content: Buffer }> {
  authorize(ctx.actor, 'template.manage')
  const { id } = await findTemplate(ctx, name)
  const [found] = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<TemplateView & { content: Buffer }>(em, `select ${columns}, t.content from templates t where t.id = $1`, [
      id,
    ]),
  )
  if (!found) throw new NotFound('Template not found')
  return found
}

/** Deletes a template, by id or file name. The log keeps the events of what was printed from it. */
export async function deleteTemplate(ctx: Context, name: string): Promise<void> {
  authorize(ctx.actor, 'template.manage')
  const found = await findTemplate(ctx, name)
  await transactInTenant(ctx, found.tenantId, async ({ em, record }) => {
    const deletedRows = await queryRows(em, 'delete from templates where id = $1 returning id', [found.id])
    if (deletedRows.length === 0) throw new NotFound('Template not found')
    record({ type: 'TemplateDeleted', subjectId: found.id, data: { templateId: found.id, tag: found.tag } })
  })
}

/** The newest template with a tag, and its file. Throws `NotFound` if there is none. */
export async function findTemplateByTag(em: EntityManager, tag: TemplateTag): Promise<{ id: string; content: Buffer }> {
  const [found] = await queryRows<{ id: string; content: Buffer }>(
    em,
    'select id, content from templates where tag = $1 order by modified_at desc, id desc limit 1',
    [tag],
  )
  if (!found) throw new NotFound(`There is no template for ${tag} yet. Upload one first.`)
  return found
}

/** A template by id or file name. Throws `Refused` if several tenants have that name and the actor has chosen none. */
async function findTemplate(ctx: Context, name: string): Promise<TemplateView> {
  const found = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<TemplateView>(em, `select ${columns} from templates t where ${nameCondition(name)} limit 2`, [name]),
  )
  if (found.length > 1) requireTenant(ctx.actor)
  if (!found[0]) throw new NotFound('Template not found')
  return found[0]
}

function nameCondition(name: string): string {
  return isUuid(name) ? 't.id = $1::uuid' : 't.filename_key = lower($1)'
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
