import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { exportedLists, type ExportedList } from '../../domain/enums.ts'
import type { CellValue } from '../../domain/csv.ts'
import type { EncodedPhoto } from '../../services/photos/photos.ts'
import { toCsv } from './csv.ts'
import { formatOf, type ExportedColumn, type ListFormats } from './exportFormats.ts'
import { countRows, readPages, type Selection } from './selection.ts'
import { countStoredRows, readStoredRows, storedTables } from './storedTables.ts'
import type { ZipEntry } from './zipFile.ts'

/** A CSV file of the zip file. */
interface ExportedFile {
  name: string
  description: string
  columns: readonly ExportedColumn[]
  count: () => Promise<number>
  pages: () => AsyncIterable<CellValue[][]>
}

const everyRowOf = (list: ExportedList): Selection => ({ list, filter: {} })

function exportedFiles(ctx: Context, tenantId: string, formats: ListFormats): ExportedFile[] {
  const lists = exportedLists.map((list): ExportedFile => {
    const { description, columns, toRow } = formatOf(formats, list)
    return {
      name: list,
      description,
      columns,
      count: () => countRows(ctx, everyRowOf(list)),
      async *pages() {
        for await (const items of readPages(ctx, everyRowOf(list))) yield items.map(toRow)
      },
    }
  })
  const tables = storedTables.map((table): ExportedFile => ({
    name: table.name,
    description: table.description,
    columns: table.columns,
    count: () => countStoredRows(ctx, tenantId, table),
    pages: () => readStoredRows(ctx, tenantId, table),
  }))
  return [...lists, ...tables]
}

/**
 * The files of everything that the tenant has, and the number of their rows. Their contents are read one after the other; `onRows`
 * is called with the number of rows of each page.
 */
export async function everythingOf(
  ctx: Context,
  tenantId: string,
  formats: ListFormats,
  { bom, onRows }: { bom: boolean; onRows: (count: number) => Promise<void> },
): Promise<{ entries: ZipEntry[]; total: number }> {
  const files = exportedFiles(ctx, tenantId, formats)
  let total = 0
  for (const { count } of files) total += await count()
  const templates = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ id: string; filename: string }>(
      em,
      'select t.id, t.filename from templates t where t.tenant_id = $1 order by t.filename_key',
      [tenantId],
    ),
  )
  const photos = await listPhotos(ctx, tenantId)
  const readMe = Buffer.from(describeFiles(files, ctx.now()))
  return {
    total,
    entries: [
      { path: 'README.txt', content: () => pagesOf([readMe]) },
      ...files.map(({ name, columns, pages }) => ({
        path: `${name}.csv`,
        content: () =>
          toCsv(
            columns.map(({ heading }) => heading),
            countPages(pages(), onRows),
            { bom },
          ),
      })),
      ...templates.map(({ id, filename }) => ({
        path: `templates/${filename.replaceAll(/[/\\]/g, '_')}`,
        isCompressed: true,
        content: () => readTemplate(ctx, tenantId, id),
      })),
      ...photos.map(({ id, contentType }) => ({
        path: `photos/${id}.${contentType === 'image/png' ? 'png' : 'jpg'}`,
        isCompressed: true,
        content: () => readPhotoFile(ctx, tenantId, id),
      })),
    ],
  }
}

async function* pagesOf<Page>(pages: readonly Page[]): AsyncGenerator<Page> {
  yield* pages
}

async function* countPages<Row>(pages: AsyncIterable<Row[]>, onRows: (count: number) => Promise<void>) {
  for await (const rows of pages) {
    yield rows
    await onRows(rows.length)
  }
}

async function* readTemplate(ctx: Context, tenantId: string, id: string): AsyncGenerator<Buffer> {
  const [template] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ content: Buffer }>(em, 'select t.content from templates t where t.tenant_id = $1 and t.id = $2', [
      tenantId,
      id,
    ]),
  )
  if (template) yield template.content
}

/** A zip file of this library has at most 65,535 files and 4 GB, and the database keeps it for a day. */
const maxPhotos = 5_000
const maxPhotosMegabytes = 500

/** The newest photos of knocks that fit into the zip file. */
function listPhotos(
  ctx: Context,
  tenantId: string,
): Promise<{ id: string; contentType: EncodedPhoto['contentType'] }[]> {
  return ctx.database.within({ tenantId }, (em) =>
    queryRows(
      em,
      `select id, content_type as "contentType" from (
         select f.id, f.content_type, row_number() over newest as place, sum(octet_length(f.content)) over newest as bytes
         from photos f
         where f.tenant_id = $1 and exists (select from knock_photos u where u.tenant_id = $1 and u.photo_id = f.id)
         window newest as (order by f.created_at desc, f.id desc)
       ) photos where place <= $2 and bytes <= $3 order by place`,
      [tenantId, maxPhotos, maxPhotosMegabytes * 1024 * 1024],
    ),
  )
}

/** Empty for a photo that was deleted since. */
async function* readPhotoFile(ctx: Context, tenantId: string, id: string): AsyncGenerator<Buffer> {
  const [photo] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ content: Buffer }>(em, 'select content from photos where tenant_id = $1 and id = $2', [tenantId, id]),
  )
  if (photo) yield photo.content
}

function describeFiles(files: readonly ExportedFile[], at: Date): string {
  const sections = files.map(({ name, description, columns }) => {
    const width = Math.max(...columns.map(({ heading }) => heading.length)) + 2
    const lines = columns.map((column) => `  ${column.heading.padEnd(width)}${column.description}`)
    return [`${name}.csv`, `  ${description}`, '', ...lines].join('\r\n')
  })
  return [...introduction(at), ...sections].join('\r\n\r\n') + '\r\n'
}

const introduction = (at: Date): string[] => [
  `Everything of your company in Porchlight, as of ${at.toISOString()}.`,
  [
    'Each file is CSV in UTF-8, with its columns in the first row. Times are in UTC. Ids connect the files: rep_id, user_id,',
    'assigned_to, owner_id and set_by are ids of users.csv, property_id of properties.csv, lead_id of leads.csv.',
    'A text that a program could run as a formula, such as one that begins with = + - or @, has an apostrophe in front, which an',
    'import removes.',
    `The folder photos has the photos of knocks, at most the newest ${maxPhotos.toLocaleString('en-US')} and ${maxPhotosMegabytes} MB. The names of files are the`,
    'photo_ids of knocks.csv.',
    'Passwords, sessions, API keys and webhooks are not included, nor what a user saved only for themselves: the private views of',
    'other users.',
  ].join('\r\n'),
]
