import { FileUp, Printer, RefreshCw, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { useMutation } from '@apollo/client/react'
import { DeleteTemplateDocument, TemplatesDocument } from '../../gql/graphql.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useUrlDialog } from '../../lib/useUrlDialog.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastFailure, toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { AddStartersButton } from './AddStartersButton.tsx'
import { useFileDrop } from './FileField.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { TemplateList } from './TemplateList.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import { FETCH_FAILED, type TemplateRow, useTemplates } from './useTemplates.ts'
import type { StoredTemplate } from './useTemplateUpload.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'

/** The templates screen except its print dialog. */
export function TemplatePanel({ onPrint }: { onPrint: () => void }) {
  const phone = useIsPhone()
  const { templates, failed, loading, refresh: reread } = useTemplates()
  const [chosenUpload, setUploading] = useState<{ initialFile: File | null } | null>(null)
  const [isUploadLinked, closeLinked] = useUrlDialog('upload')
  const uploading = chosenUpload ?? (isUploadLinked ? { initialFile: null } : null)
  const closeUpload = () => {
    setUploading(null)
    closeLinked()
  }
  const [stored, setStored] = useState<StoredTemplate | null>(null)
  const [renaming, setRenaming] = useState<TemplateRow | null>(null)
  const [deleting, setDeleting] = useState<TemplateRow | null>(null)

  return (
    <>
      <PageHeader
        title="Templates"
        barActions={
          <>
            <IconButton
              label="Refresh"
              icon={RefreshCw}
              iconSize={20}
              onClick={() => void reread()}
              className="max-[359px]:w-10"
            />
            <IconButton
              label="Batch Print"
              icon={Printer}
              iconSize={20}
              onClick={onPrint}
              className="max-[359px]:w-10"
            />
          </>
        }
      >
        {!phone && (
          <>
            <Button
              variant="quiet"
              icon={RefreshCw}
              busy={loading && templates !== undefined}
              onClick={() => void reread()}
            >
              Refresh
            </Button>
            <Button icon={Printer} onClick={onPrint}>
              Batch Print
            </Button>
          </>
        )}
        <Button
          variant="primary"
          icon={Upload}
          onClick={() => setUploading({ initialFile: null })}
          className="floats-on-phone"
        >
          Upload Template
        </Button>
      </PageHeader>
      {stored && stored.warnings.length > 0 && <UploadWarnings {...stored} onClose={() => setStored(null)} />}
      {templates && templates.length > 0 ? (
        <TemplateList templates={templates} onRename={setRenaming} onDelete={setDeleting} />
      ) : (
        <Card>
          {templates ? (
            <EmptyState
              title="No templates yet"
              hint="Begin with a letter for each service type, or upload a Word document with merge fields."
              action={<AddStartersButton />}
            />
          ) : (
            <LoadingOrError
              query={{ failed, busy: loading, retry: () => void reread() }}
              failure={FETCH_FAILED}
              label="templates"
              rows={8}
              cells={['size-[30px]', 'h-3.5 w-44', 'ml-auto h-3.5 w-28']}
              rowClass="h-11 gap-3"
            />
          )}
        </Card>
      )}
      {!phone && <DropZone onFile={(initialFile) => setUploading({ initialFile })} />}
      {uploading && (
        <UploadDialog
          {...uploading}
          existingFilenames={templates?.map(({ filename }) => filename) ?? []}
          onUploaded={(uploaded) => {
            closeUpload()
            setStored(uploaded)
            void reread()
          }}
          onClose={closeUpload}
        />
      )}
      {renaming && <RenameDialog template={renaming} onClose={() => setRenaming(null)} />}
      {deleting && <DeleteTemplate template={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const { isOver: over, dropHandlers: drop } = useFileDrop(onFile)
  return (
    <div
      {...drop}
      className={classNames(
        'field-box mt-4 flex h-[70px] items-center justify-center gap-3 border-dashed text-ink-2',
        over && 'bg-accent-tint',
      )}
    >
      <FileUp aria-hidden size={18} />
      <p>
        Drop a <b className="font-semibold text-ink">.docx</b> file here to upload it
      </p>
    </div>
  )
}

/** Deletes a template after confirmation. */
function DeleteTemplate({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const [deleteTemplate] = useMutation(DeleteTemplateDocument, {
    variables: { id: template.id },
    ...refetching(TemplatesDocument),
  })
  const remove = () => toastOutcome(deleteTemplate(), 'Template deleted', 'Failed to delete template', toastFailure)
  return (
    <ConfirmDialog title="Delete Template" onConfirm={remove} onClose={onClose}>
      Are you sure you want to delete {template.filename}? This cannot be undone.
    </ConfirmDialog>
  )
}

/** What the writer of an uploaded template may not have meant, until it is closed or another template is uploaded. */
function UploadWarnings({ filename, warnings, onClose }: StoredTemplate & { onClose: () => void }) {
  return (
    <div className="mb-4">
      <Note hue="warn">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <p className="font-semibold">{filename} was uploaded. Check its fields:</p>
            <ul className="mt-1 space-y-1">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </div>
          <IconButton label="Dismiss" size="small" icon={X} onClick={onClose} />
        </div>
      </Note>
    </div>
  )
}
