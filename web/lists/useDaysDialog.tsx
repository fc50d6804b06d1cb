import { type ReactNode, useState } from 'react'
import { lazyPart } from '../lib/lazyPart.ts'

// Loaded when it opens.
const DateRangeDialog = lazyPart(async () => (await import('../ui/DateRangeDialog.tsx')).DateRangeDialog)

/** A dialog for a range of days, and a function that opens it. `onChoose` receives the range as '2026-11-01..2026-11-30'. */
export function useDaysDialog(title: string, onChoose: (range: string) => void): [dialog: ReactNode, open: () => void] {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const dialog = isOpen && (
    <DateRangeDialog
      title={title}
      onClose={close}
      onChoose={(first, last) => {
        onChoose(`${first}..${last}`)
        close()
      }}
    />
  )
  return [dialog, () => setIsOpen(true)]
}
