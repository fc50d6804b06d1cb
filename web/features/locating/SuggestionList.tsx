import { CornerDownLeft, MapPin } from 'lucide-react'
import type { PropertyStatus } from '../../gql/graphql.ts'
import { classNames } from '../../ui/classNames.ts'
import { type Hue, tintClasses } from '../../ui/hues.ts'
import { StatusIcon } from '../../domain/StatusBadge.tsx'
import { statusLabels } from '../../domain/labels.ts'
import { splitMatchedNumber } from './splitMatchedNumber.ts'
import type { Suggestion } from './useAddressSuggestions.ts'

interface SuggestionListProps {
  id: string
  suggestions: readonly Suggestion[]
  /** Index of the highlighted suggestion; -1 for none. */
  active: number
  typed: string
  onChoose: (suggestion: Suggestion) => void
}

const STATUS_HUES: Record<PropertyStatus, Hue> = {
  NEW: 'mute',
  CONTACTED: 'info',
  INTERESTED: 'good',
  NOT_INTERESTED: 'bad',
}

/** The list under the search box; saved properties show their status. */
export function SuggestionList({ id, suggestions, active, typed, onChoose }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      hidden={suggestions.length === 0}
      className="absolute inset-x-0 top-full overflow-hidden rounded-b-card border-t border-line bg-surface pb-1 text-ink shadow-map max-md:mt-2 max-md:rounded-phone-card max-md:border-t-0"
    >
      {suggestions.map((suggestion, index) => (
        <button
          key={suggestion.id}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keep the focus in the field: its blur would close the list before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
          className={classNames(
            'flex min-h-12 w-full items-center gap-3 px-3.5 py-1.5 text-left',
            index === active ? 'bg-sunken' : 'hover:bg-hover',
          )}
        >
          <SuggestionRow suggestion={suggestion} typed={typed} />
          {index === active && <CornerDownLeft aria-hidden size={16} className="shrink-0 text-ink-3" />}
        </button>
      ))}
    </div>
  )
}

function SuggestionRow({ suggestion, typed }: { suggestion: Suggestion; typed: string }) {
  const { streetNumber, street, city, state, savedPropertyId, savedStatus } = suggestion
  const { matched, rest } = splitMatchedNumber(streetNumber, typed)
  const saved = savedPropertyId ? (savedStatus ?? 'NEW') : undefined
  return (
    <>
      {saved ? <StatusIcon status={saved} /> : <MapPin aria-hidden size={16} className="shrink-0 text-ink-2" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body">
          <b className="font-bold">{matched}</b>
          {rest} {street}
        </span>
        <span className="block truncate text-small text-ink-2">
          {city}, {state}
        </span>
      </span>
      {saved && (
        <span
          className={classNames('rounded-badge px-2 py-0.5 text-badge font-semibold', tintClasses[STATUS_HUES[saved]])}
        >
          Saved · {statusLabels[saved]}
        </span>
      )}
    </>
  )
}
