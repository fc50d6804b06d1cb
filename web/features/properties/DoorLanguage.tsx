import { v7 as uuidv7 } from 'uuid'
import { languageName } from '../../domain/labels.ts'
import { editedTexts } from '../../gql/fields.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { useSubmit } from '../../session/outbox/useSubmit.ts'
import { Select } from '../../ui/Select.tsx'

const UNKNOWN = '-'
const codes = editedTexts.flatMap(({ name, control }) =>
  name === 'language' && typeof control !== 'string' ? control : [],
)
const options = [
  { value: UNKNOWN, label: 'Unknown' },
  ...codes
    .map((code) => ({ value: code, label: languageName(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
]

/** The language of the household, which a rep sets at the door, also without a connection. */
export function DoorLanguage({ id, address, language }: { id: string; address: string; language?: string | null }) {
  const submit = useSubmit()
  const mark = async (code: string) => {
    const input = { propertyId: id, language: code === UNKNOWN ? null : code }
    const action = { id: uuidv7(), kind: 'LANGUAGE' as const, occurredAt: new Date().toISOString(), language: input }
    try {
      const sent = await submit({ action: { ...action, dependsOn: [id] }, propertyId: id, title: address })
      if (sent !== 'waiting') toastSuccess('Language saved')
    } catch (error) {
      toastReason(error, 'Failed to save the language')
    }
  }
  return (
    <Select
      label="Language"
      options={options}
      value={language ?? UNKNOWN}
      onChange={(code) => void mark(code)}
      // As large as all of the sheet.
      className="max-md:[&_button]:h-12 max-md:[&_label]:text-body"
    />
  )
}
