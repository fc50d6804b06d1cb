import { useState } from 'react'
import { DAY_MS } from '../lib/dates.ts'
import { useTexts } from '../lib/useTexts.ts'
import { TextField } from './Field.tsx'
import { FormDialog } from './FormDialog.tsx'

/** Two years. */
const MAX_DAYS = 731

interface DateRangeDialogProps {
  title: string
  description?: string
  action?: string
  /** The days at first, such as '2026-11-01'. */
  first?: string
  last?: string
  /** At most two years. */
  isLimited?: boolean
  /** Called with the first and the last day of the range. */
  onChoose: (first: string, last: string) => void
  onClose: () => void
}

/** Asks for a first and a last day. */
export function DateRangeDialog({
  first = '',
  last = '',
  action = 'Apply',
  isLimited = false,
  onChoose,
  ...dialog
}: DateRangeDialogProps) {
  const { texts, text } = useTexts({ first, last })
  const [isChecked, setIsChecked] = useState(false)
  const days = (Date.parse(texts.last) - Date.parse(texts.first)) / DAY_MS
  const isTooLong = isLimited && days >= MAX_DAYS
  const submit = () => {
    setIsChecked(true)
    if (days >= 0 && !isTooLong) onChoose(texts.first, texts.last)
  }
  const missing = (day: string) => (isChecked && !day ? 'Choose a day' : undefined)
  const wrong = days < 0 ? 'The last day is before the first day' : isTooLong ? 'Choose at most two years' : undefined
  return (
    <FormDialog {...dialog} onSubmit={submit} action={action} className="grid grid-cols-2 gap-4">
      <TextField type="date" label="First day" error={missing(texts.first)} {...text('first')} />
      <TextField type="date" label="Last day" error={missing(texts.last) ?? wrong} {...text('last')} />
    </FormDialog>
  )
}
