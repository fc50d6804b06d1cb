import { useState } from 'react'
import { TextField } from './Field.tsx'
import { FormDialog } from './FormDialog.tsx'

interface DateRangeDialogProps {
  title: string
  /** Called with two dates such as '2026-11-01'; the second is the last day of the range. */
  onChoose: (first: string, last: string) => void
  onClose: () => void
}

/** Asks for a first and a last day. */
export function DateRangeDialog({ title, onChoose, onClose }: DateRangeDialogProps) {
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const submit = () => {
    setIsChecked(true)
    if (first && last && first <= last) onChoose(first, last)
  }
  const isReversed = first !== '' && last !== '' && first > last
  return (
    <FormDialog title={title} onSubmit={submit} onClose={onClose} action="Apply" className="grid grid-cols-2 gap-4">
      <TextField
        type="date"
        label="First day"
        value={first}
        onChange={(event) => setFirst(event.target.value)}
        error={isChecked && !first ? 'Choose a day' : undefined}
      />
      <TextField
        type="date"
        label="Last day"
        value={last}
        onChange={(event) => setLast(event.target.value)}
        error={isChecked && !last ? 'Choose a day' : isReversed ? 'The last day is before the first day' : undefined}
      />
    </FormDialog>
  )
}
