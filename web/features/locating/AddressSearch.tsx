import { Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { BoundsInput } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { type Suggestion, useAddressSuggestions } from './useAddressSuggestions.ts'
import { SuggestionList } from './SuggestionList.tsx'

const MAX_ADDRESS_LENGTH = 500

interface AddressSearchProps {
  text: string
  onTextChange: (text: string) => void
  /** Called with the typed text, or with the chosen suggestion and its address. */
  onSearch: (address: string, suggestion?: Suggestion) => void
  /** A search is running. Searching for another address replaces it. */
  busy: boolean
  /** The visible bounds: suggestions inside them come first. */
  bounds: () => BoundsInput | undefined
  /** Phones only: the menu button, shown instead of the search icon. */
  menuButton?: ReactNode
}

/** The address search box with suggestions: arrow keys move, Enter chooses or searches, Esc closes. */
export function AddressSearch({ text, onTextChange, onSearch, busy, bounds, menuButton }: AddressSearchProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [typed, setTyped] = useState('')
  const [submitted, setSubmitted] = useState<string>()
  const suggestions = useAddressSuggestions(typed, bounds)
  const shown = open && suggestions.length > 0
  // Do not send the same search twice, since lookups are billed. Of two different addresses the last one wins.
  const inFlight = busy && text === submitted
  const activeSuggestion = shown ? suggestions[active] : undefined

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (suggestion: Suggestion) => {
    onTextChange(suggestion.address)
    setTyped('')
    close()
    // On a phone the keyboard would cover the result.
    input.current?.blur()
    setSubmitted(suggestion.address)
    onSearch(suggestion.address, suggestion)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (inFlight) return
    setSubmitted(text)
    close()
    onSearch(text)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.preventDefault()
      return close()
    }
    // Prevent the form from searching for the typed text instead.
    if (event.key === 'Enter' && activeSuggestion) {
      event.preventDefault()
      return choose(activeSuggestion)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || suggestions.length === 0) return
    event.preventDefault()
    setOpen(true)
    // Index -1 is the typed text, so moving down from the last suggestion wraps to it first.
    setActive((index) => ((index + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
  }

  return (
    <search className="relative block w-full">
      <form
        onSubmit={submit}
        className={`flex items-center bg-surface text-ink shadow-map ${menuButton ? 'h-13 rounded-phone-card px-1' : `h-12 rounded-t-card pr-1.5 pl-3.5 ${shown ? '' : 'rounded-b-card'}`}`}
      >
        {menuButton || <Search aria-hidden size={18} className="shrink-0" />}
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Address"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeSuggestion ? `${listId}-${active}` : undefined}
          autoComplete="off"
          maxLength={MAX_ADDRESS_LENGTH}
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Search address"
          value={text}
          onChange={(event) => {
            onTextChange(event.target.value)
            setTyped(event.target.value)
            setActive(-1)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onBlur={close}
          onKeyDown={handleKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent px-3 text-[1rem] outline-none placeholder:text-ink-3"
        />
        {text && (
          <IconButton
            label="Clear"
            size="small"
            icon={X}
            onClick={() => {
              onTextChange('')
              setTyped('')
              input.current?.focus()
            }}
            className="mr-1.5"
          />
        )}
        {menuButton ? (
          <IconButton
            type="submit"
            label={inFlight ? 'Searching...' : 'Search'}
            busy={inFlight}
            icon={Search}
            iconSize={20}
            className="text-ink!"
          />
        ) : (
          <Button type="submit" variant="primary" busy={inFlight} busyLabel="Searching...">
            Search
          </Button>
        )}
      </form>
      <SuggestionList
        id={listId}
        suggestions={shown ? suggestions : []}
        active={active}
        typed={typed}
        onChoose={choose}
      />
      <p role="status" className="sr-only">
        {shown ? `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
      </p>
    </search>
  )
}
