import { pluralize } from '../../lib/numbers.ts'
import { Note } from '../../ui/Note.tsx'

/** How many rows have a warning, which their list shows. */
export function RowWarnings({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Note hue="warn">
      {pluralize(count, 'row')} {count === 1 ? 'has' : 'have'} a warning. Select a count to see the rows.
    </Note>
  )
}
