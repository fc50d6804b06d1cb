import { useApolloClient } from '@apollo/client/react'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { DoNotKnockListDocument, RegistriesDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useTexts } from '../../lib/useTexts.ts'
import { FieldFrame, TextArea, TextField, useFieldIds } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { CheckedList } from './CheckedList.tsx'
import { type RegistryJobResult, useRegistryImport } from './useRegistryImport.ts'

/** Checks a city's list and says what it would do, and then imports it. */
export function ImportRegistryDialog({ onClose }: { onClose: () => void }) {
  const client = useApolloClient()
  const send = useRegistryImport()
  const [file, setFile] = useState<File>()
  const fileIds = useFieldIds()
  const [checked, setChecked] = useState<RegistryJobResult>()
  const checkAgain = () => setChecked(undefined)
  const { texts, text } = useTexts({ city: '', state: '', effectiveFrom: '', expiresAt: '', list: '' }, checkAgain)
  const submit = async () => {
    const given = file ?? new File([texts.list], 'Pasted text.txt', { type: 'text/plain' })
    const { city, state, effectiveFrom, expiresAt } = texts
    const fields = { city, state, effective_from: effectiveFrom, expires_at: expiresAt }
    const result = await send(given, fields, checked === undefined)
    if (!checked) return setChecked(result)
    await client.refetchQueries({ include: [RegistriesDocument, DoNotKnockListDocument] })
    toastSuccess('List imported')
    return true
  }
  return (
    <FormDialog
      title="Import City's List"
      description="Its doors cannot be knocked while it is in force."
      onSubmit={submit}
      onClose={onClose}
      failureText="The list was not read. Check the connection and try again."
      action={checked ? 'Import List' : 'Check List'}
      busyAction={checked ? 'Importing...' : 'Checking...'}
      width={672}
      className="grid gap-4"
    >
      <div className="grid grid-cols-[1fr_6rem] gap-3">
        <TextField label="City" isRequired maxLength={200} {...text('city')} />
        <TextField label="State" optional maxLength={20} {...text('state')} />
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          label="In force from"
          optional
          type="date"
          hint="Without it, from now on."
          {...text('effectiveFrom')}
        />
        <TextField
          label="Last day"
          optional
          type="date"
          hint="Without it, until a newer list."
          {...text('expiresAt')}
        />
      </div>
      <FieldFrame
        ids={fileIds}
        label="File"
        optional
        hint="Excel, CSV or text with an address on each line, at most 200,000."
      >
        <span className="field-box relative flex min-h-11 items-center gap-2 px-3 text-body has-focus-visible:outline-2">
          <FileUp aria-hidden size={18} className="shrink-0 text-ink-2" />
          <span className="truncate">{file?.name ?? 'Choose a file'}</span>
          <input
            id={fileIds.input}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            aria-describedby={fileIds.hint}
            onChange={({ target }) => {
              setFile(target.files?.[0])
              checkAgain()
            }}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </span>
      </FieldFrame>
      {!file && (
        <TextArea
          label="Or paste the list"
          optional
          rows={5}
          hint="Lines, or all the text of a PDF. Page headers and line numbers are left out."
          {...text('list')}
        />
      )}
      {checked && <CheckedList job={checked} />}
    </FormDialog>
  )
}
