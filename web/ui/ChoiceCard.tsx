import { Check } from 'lucide-react'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { useKeyDown } from '../lib/useKeyDown.ts'
import { classNames } from './classNames.ts'
import { RequiredMark } from './Field.tsx'
import { useNumberKeysSetting } from './numberKeys.ts'

interface ChoiceGroupState {
  value: string | null
  choose: (value: string, isByKey: boolean) => void
  disabled: boolean
}

const ChoiceContext = createContext<ChoiceGroupState>({ value: null, choose: () => undefined, disabled: false })

export interface ChoiceGroupProps<T extends string> {
  label: string
  value: T | null
  onChange: (value: T | null) => void
  /** Choosing the checked card again clears it; by a key only if the choice is not required, as Space clears no radio. */
  clearable?: boolean
  /**
   * The keys 1–9 choose the cards in order, except in a text field, an open list or another dialog. The user can turn them
   * off.
   */
  numberKeys?: boolean
  isRequired?: boolean
  disabled?: boolean
  /** Grid classes of the cards. */
  className?: string
  children: ReactNode
}

/** A radio group of cards. */
export function ChoiceGroup<T extends string>({
  label,
  value,
  onChange,
  clearable = false,
  numberKeys = false,
  isRequired = false,
  disabled = false,
  className = 'grid-cols-2 md:grid-cols-3',
  children,
}: ChoiceGroupProps<T>) {
  const labelId = useId()
  const group = useRef<HTMLDivElement>(null)
  const choose = (next: string, isByKey: boolean) =>
    onChange(clearable && next === value && !(isRequired && isByKey) ? null : (next as T))
  const [areKeysOn, setKeysOn] = useNumberKeysSetting()
  useNumberKeys(group, numberKeys && areKeysOn && !disabled, (next) => onChange(next as T))
  useRovingFocus(group, value)

  return (
    <div className="relative">
      <div className="mb-2 text-small">
        <span id={labelId} className="font-[550]">
          {label}
          {isRequired && <RequiredMark />}
        </span>
      </div>
      <div
        ref={group}
        role="radiogroup"
        aria-labelledby={labelId}
        aria-required={isRequired || undefined}
        aria-disabled={disabled || undefined}
        onKeyDown={(event) => moveWithArrowKeys(event, group.current, (next) => onChange(next as T))}
        className={classNames('grid gap-2', className)}
      >
        <ChoiceContext value={{ value, choose, disabled }}>{children}</ChoiceContext>
      </div>
      {/* After the cards, so that a dialog begins with them. */}
      {numberKeys && (
        <span className="absolute top-0 right-0 text-small text-ink-3 max-md:hidden [@media(pointer:coarse)]:hidden">
          {areKeysOn ? 'Press 1–9' : 'Number keys are off'} ·{' '}
          <button
            type="button"
            aria-label={areKeysOn ? 'Turn off number keys' : 'Turn on number keys'}
            className="underline hover:text-ink"
            onClick={() => setKeysOn(!areKeysOn)}
          >
            {areKeysOn ? 'Turn off' : 'Turn on'}
          </button>
        </span>
      )}
    </div>
  )
}

interface ChoiceCardProps {
  value: string
  icon?: ReactNode
  description?: string
  /** For a choice that is not available; the description says why. */
  disabled?: boolean
  children: ReactNode
}

/** A card of a `ChoiceGroup`. The checked one has a dark border and a check mark. */
export function ChoiceCard({ value, icon, description, disabled = false, children }: ChoiceCardProps) {
  const group = useContext(ChoiceContext)
  const chosen = group.value === value
  return (
    <button
      type="button"
      role="radio"
      data-value={value}
      aria-checked={chosen}
      disabled={group.disabled || disabled}
      onClick={({ detail }) => group.choose(value, detail === 0)}
      className={classNames(
        'relative flex min-h-12 items-center gap-3 rounded-button border bg-surface px-3 py-2 text-left text-body font-[550] transition-colors enabled:hover:bg-hover disabled:text-ink-3',
        chosen ? 'border-ink shadow-[inset_0_0_0_1px_var(--color-ink)]' : 'border-line-2',
      )}
    >
      {icon}
      <span className="min-w-0">
        {children}
        {description && <span className="block text-small font-normal text-ink-2">{description}</span>}
      </span>
      {chosen && (
        <span className="absolute -top-2 -right-2 flex size-[18px] items-center justify-center rounded-full bg-ink text-on-ink ring-2 ring-surface">
          <Check aria-hidden size={12} strokeWidth={3} />
        </span>
      )}
    </button>
  )
}

const cardsOf = (group: HTMLElement | null): HTMLButtonElement[] =>
  group ? [...group.querySelectorAll<HTMLButtonElement>('[role=radio]:not(:disabled)')] : []

function moveWithArrowKeys(event: KeyboardEvent, group: HTMLElement | null, choose: (value: string) => void): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (!step) return
  const cards = cardsOf(group)
  const at = cards.indexOf(event.target as HTMLButtonElement)
  const next = cards[(at + step + cards.length) % cards.length]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
  choose(next.dataset.value ?? '')
}

/** Makes the group one Tab stop: the checked card, or the first. */
function useRovingFocus(group: { current: HTMLElement | null }, value: string | null): void {
  useEffect(() => {
    const cards = cardsOf(group.current)
    const stop = cards.find((card) => card.dataset.value === value) ?? cards[0]
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1
  })
}

/** Whether a key belongs to something else: a text field, an open list, or a dialog above the group. */
function isHandledElsewhere({ target }: globalThis.KeyboardEvent, group: HTMLElement | null): boolean {
  // Radix sets aria-hidden on everything below an open dialog or list.
  if (!group || group.closest('[aria-hidden=true]')) return true
  if (!(target instanceof Element) || target === document.body) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=listbox], [role=menu]')) return true
  return !(group.closest('[role=dialog]') ?? document.body).contains(target)
}

function useNumberKeys(
  group: { current: HTMLElement | null },
  isEnabled: boolean,
  choose: (value: string) => void,
): void {
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isHandledElsewhere(event, group.current)) return
    const card = /^[1-9]$/.test(event.key) && cardsOf(group.current)[Number(event.key) - 1]
    if (!card) return
    event.preventDefault()
    card.focus()
    choose(card.dataset.value ?? '')
  }, isEnabled)
}
