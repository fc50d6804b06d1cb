import { useQuery } from '@apollo/client/react'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ReplacedOwnersDocument } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'

interface ReplacedOwnersProps {
  /** Id of the property. */
  id: string
  disabled: boolean
  onRestore: (replacedId: string) => void
}

/** The owners that were replaced, the newest first, each of which can be restored. Renders nothing if there is none. */
export function ReplacedOwners({ id, disabled, onRestore }: ReplacedOwnersProps) {
  const { data } = useQuery(ReplacedOwnersDocument, { variables: { id }, fetchPolicy: 'cache-and-network' })
  const [showsAll, setShowsAll] = useState(false)
  const replaced = data?.property?.replacedOwners ?? []
  if (replaced.length === 0) return null
  const shown = showsAll ? replaced : replaced.slice(0, 1)
  return (
    <section aria-label="Replaced owners" className="w-full min-w-0 text-small text-ink-2">
      <ul>
        {shown.map(({ id: replacedId, ownerName, parcelId, replacedAt }) => (
          <li key={replacedId} className="flex items-center gap-2.5">
            <span className="min-w-0 flex-1 break-words">
              Before {formatDate(replacedAt)}: <span className="text-ink">{ownerName || 'Unknown Owner'}</span>
              {parcelId && ` · ${parcelId}`}
            </span>
            <Button
              size="small"
              variant="quiet"
              icon={Undo2}
              disabled={disabled}
              aria-label={`Restore ${ownerName || 'Unknown Owner'}`}
              onClick={() => onRestore(replacedId)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      {replaced.length > shown.length && (
        <button type="button" className="link" onClick={() => setShowsAll(true)}>
          Show {replaced.length - 1} earlier
        </button>
      )}
    </section>
  )
}
