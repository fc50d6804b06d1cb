import { Search, X } from 'lucide-react'
import { classNames } from './classNames.ts'

/** The server reads no more of a search. */
const MAX_SEARCH_LENGTH = 200

interface SearchFieldProps {
  /** What is searched: the accessible name and the placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search field with a clear button. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  return (
    <div className={classNames('field-box flex h-9 items-center gap-2 px-3 max-md:h-12 max-md:text-[1rem]', className)}>
      <Search aria-hidden size={16} className="shrink-0 text-ink" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onChange('')}
          className="-mr-2 flex size-7 items-center justify-center rounded-badge text-ink-2 hover:text-ink max-md:size-11"
        >
          <X aria-hidden size={16} />
        </button>
      )}
    </div>
  )
}
