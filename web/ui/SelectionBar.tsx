import { type LucideIcon, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { isTyping } from '../lib/shortcuts.ts'
import { useKeyDown } from '../lib/useKeyDown.ts'
import { classNames } from './classNames.ts'

interface SelectionBarProps {
  /** The accessible name: 'Selected leads'. */
  label: string
  /** '3 selected'. */
  text: string
  /** Clears the selection, also on Esc; undefined if nothing is selected. */
  onClear: (() => void) | undefined
  children: ReactNode
}

/** What can be done with the selected rows of a list, at the bottom of the screen. */
export function SelectionBar({ label, text, onClear, children }: SelectionBarProps) {
  const bar = useRef<HTMLElement>(null)
  useEscapeKey(onClear)
  useBarKey(bar)
  return (
    <>
      {/* Leaves room to scroll the last rows out from under the bar. */}
      <div aria-hidden className="h-24" />
      <section
        ref={bar}
        aria-label={label}
        aria-keyshortcuts={BAR_KEY}
        className="fixed bottom-7 left-1/2 z-30 min-[1280px]:[body:has([data-drawer])_&]:left-[calc((100%-420px)/2)] flex max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-2 rounded-card border border-bar-line bg-bar p-2 pl-4 text-on-bar shadow-dialog max-md:bottom-3 max-md:w-full max-md:p-2"
      >
        <p role="status" className="figures pr-1 font-[550] whitespace-nowrap max-md:mr-auto">
          {text}
        </p>
        {onClear && <Divider />}
        {children}
        {onClear && (
          <>
            <Divider />
            <button
              type="button"
              aria-label="Clear selection"
              title="Clear selection"
              onClick={onClear}
              className="flex size-9 items-center justify-center rounded-button text-on-bar outline-on-bar hover:bg-on-bar/10 max-md:order-first max-md:size-12"
            >
              <X aria-hidden size={16} />
            </button>
          </>
        )}
      </section>
    </>
  )
}

const Divider = () => <span aria-hidden className="h-6 w-px bg-on-bar/20 max-md:hidden" />

interface BarButtonProps extends ComponentProps<'button'> {
  isPrimary?: boolean
  icon: LucideIcon
}

/** A button in the bar. */
export function BarButton({ isPrimary = false, icon: Icon, children, ...rest }: BarButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-flex h-9 items-center justify-center gap-2 rounded-button px-3 font-semibold whitespace-nowrap transition-colors max-md:h-12',
        isPrimary
          ? 'bg-accent text-on-accent outline-on-bar hover:bg-accent-hover'
          : 'outline-on-bar hover:bg-on-bar/10',
      )}
    >
      <Icon aria-hidden size={16} />
      {children}
    </button>
  )
}

const BAR_KEY = 'b'

/**
 * B moves the focus to the first action, because Tab would pass the controls of every row below the selected one before it
 * reaches the bar.
 */
function useBarKey(bar: RefObject<HTMLElement | null>): void {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== BAR_KEY || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || isTyping(event) || isInPopup(event.target)) return
    event.preventDefault()
    bar.current?.querySelector('button')?.focus()
  })
}

const isInPopup = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=menu], [role=listbox], [role=dialog]:not([data-drawer])') !== null

/** Calls `clear` on Esc, unless the key is for a dialog or a text field. */
function useEscapeKey(clear: (() => void) | undefined): void {
  useKeyDown((event) => {
    const typing = event.target instanceof Element && event.target.closest('input:not([type=checkbox]), [role=dialog]')
    if (event.key === 'Escape' && !event.defaultPrevented && !typing) clear?.()
  }, clear !== undefined)
}
