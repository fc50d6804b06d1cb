import { useEffect } from 'react'
import { createStore } from './store.ts'

/** A keyboard shortcut, as the help lists it. */
export interface Shortcut {
  /** The keys to press together: ['Ctrl', 'K']. */
  keys: readonly string[]
  /** What it does: 'Search the list'. */
  label: string
}

/** Shortcuts that work in the same place. */
export interface ShortcutGroup {
  /** Where they work: 'Everywhere', 'Lists'. */
  title: string
  shortcuts: readonly Shortcut[]
}

const groups = createStore<readonly ShortcutGroup[]>([])

/**
 * Lists the shortcuts of a screen in the help while the component is mounted. The component handles the keys itself. Pass a
 * constant, because a new object registers again.
 */
export function useShortcuts(group: ShortcutGroup): void {
  useEffect(() => {
    groups.set([...groups.get(), group])
    return () => groups.set(groups.get().filter((other) => other !== group))
  }, [group])
}

/** The shortcuts that work now. Two components that register the same group list it once. */
export function useRegisteredShortcuts(): readonly ShortcutGroup[] {
  const registered = groups.useValue()
  return registered.filter((group, index) => registered.indexOf(group) === index)
}

/** Whether the focused element takes typed characters, so that a single key is no shortcut there. */
export function isTyping({ target }: Event): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select') !== null)
  )
}

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** The name of the key that `hasCommandKey` tests. */
export const COMMAND_KEY = isMac ? '⌘' : 'Ctrl'

/** Whether Ctrl is pressed, or Command on a Mac, where Ctrl edits text. */
export const hasCommandKey = (event: { ctrlKey: boolean; metaKey: boolean }): boolean =>
  isMac ? event.metaKey : event.ctrlKey

/** Whether a keyboard is likely, so that shortcuts help. A phone or tablet with one has a finger as its first pointer. */
export const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches
