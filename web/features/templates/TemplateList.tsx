import { Download, FileText, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { formatDate } from '../../lib/dates.ts'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { RecordRows } from '../../ui/RecordRows.tsx'
import { Select } from '../../ui/Select.tsx'
import { tagOptions, toTag, toTagChoice } from './tagOptions.tsx'
import { type TemplateRow, useTemplateDownload, useTemplateUpdate } from './useTemplates.ts'

interface TemplateListProps {
  templates: readonly TemplateRow[]
  onRename: (template: TemplateRow) => void
  onDelete: (template: TemplateRow) => void
}

/** The templates as a table; on a phone as cards. */
export const TemplateList = ({ templates, onRename, onDelete }: TemplateListProps) => (
  <RecordRows
    rows={templates}
    className="w-[36%]"
    columns={[
      {
        label: 'Template Name',
        className: 'font-semibold',
        cell: ({ filename, mergeFieldCount }) => (
          <span className="flex items-center gap-3">
            <DocumentGlyph />
            <span className="max-w-[38ch] truncate" title={filename}>
              {filename}
            </span>
            {mergeFieldCount === 0 && <NoMergeFields />}
          </span>
        ),
      },
      { label: 'Tag', className: 'w-[24%]', cell: (template) => <TagSelect template={template} /> },
      { label: 'Size', isNumber: true, className: 'text-ink-2', cell: ({ size }) => formatFileSize(size) },
      { label: 'Last Modified', isNumber: true, className: 'text-ink-2', cell: (row) => formatDate(row.modifiedAt) },
    ]}
    actions={(template) => (
      <span className="flex justify-end gap-1">
        <RenameButton template={template} onRename={onRename} />
        <Actions template={template} onDelete={onDelete} />
      </span>
    )}
    card={(template) => (
      <>
        <div className="flex items-start gap-3">
          <DocumentGlyph />
          <div className="min-w-0 flex-1">
            <h2 className="text-section [overflow-wrap:anywhere]">{template.filename}</h2>
            <p className="figures text-small text-ink-2">
              {formatFileSize(template.size)} · {formatDate(template.modifiedAt)}
            </p>
            {template.mergeFieldCount === 0 && <NoMergeFields />}
          </div>
          <RenameButton template={template} onRename={onRename} />
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-2">
          <TagSelect template={template} />
          <Actions template={template} onDelete={onDelete} />
        </div>
      </>
    )}
  />
)

function DocumentGlyph() {
  return (
    <span className="flex size-[30px] shrink-0 items-center justify-center rounded-button bg-info-tint text-info">
      <FileText aria-hidden size={16} />
    </span>
  )
}

function NoMergeFields() {
  return (
    <span
      title="A template without merge fields prints the same letter for every lead."
      className="inline-flex h-6 shrink-0 items-center gap-1 rounded-badge bg-warn-tint px-2 text-badge font-[550] text-warn"
    >
      <TriangleAlert aria-hidden size={14} />
      No merge fields
    </span>
  )
}

function TagSelect({ template }: { template: TemplateRow }) {
  const { update, saving } = useTemplateUpdate(template)
  return (
    <Select
      variant="filter"
      label={`Tag of ${template.filename}`}
      options={tagOptions}
      value={toTagChoice(template.tag)}
      onChange={(choice) => void update({ tag: toTag(choice) })}
      disabled={saving}
      // In the table it has no edge until it is pointed at, as the status of a lead.
      className="max-w-full min-w-0 md:-ml-3 md:h-8! md:bg-transparent md:not-hover:not-focus-visible:not-aria-expanded:border-transparent"
    />
  )
}

function RenameButton({ template, onRename }: { template: TemplateRow } & Pick<TemplateListProps, 'onRename'>) {
  return (
    <IconButton
      label={`Rename ${template.filename}`}
      icon={Pencil}
      onClick={() => onRename(template)}
      className="shrink-0 max-md:-mt-2 max-md:-mr-1"
    />
  )
}

function Actions({ template, onDelete }: { template: TemplateRow } & Pick<TemplateListProps, 'onDelete'>) {
  const download = useTemplateDownload()
  const { busy, run } = useBusy()
  return (
    <span className="flex shrink-0 gap-1 max-md:-mr-1 max-md:ml-auto">
      <IconButton
        label={`Download ${template.filename}`}
        icon={Download}
        busy={busy}
        onClick={() => void run(() => download(template))}
      />
      <IconButton
        label={`Delete ${template.filename}`}
        variant="destructive"
        icon={Trash2}
        onClick={() => onDelete(template)}
      />
    </span>
  )
}
