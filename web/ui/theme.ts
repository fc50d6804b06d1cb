import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

/** Its key in local storage. */
export const THEME_KEY = 'theme'
const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
const listeners = new Set<() => void>()

/** What was chosen on this device; 'system' unless something was. */
export function readThemeChoice(): ThemeChoice {
  const stored = localStorage.getItem(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function currentTheme(): Theme {
  const choice = readThemeChoice()
  if (choice !== 'system') return choice
  return dark?.matches ? 'dark' : 'light'
}

function applyTheme(): void {
  document.documentElement.dataset.theme = currentTheme()
  for (const listener of listeners) listener()
}

/** Puts the theme on the page before the first paint and follows the system from then on. */
export function initTheme(): void {
  applyTheme()
  dark?.addEventListener('change', applyTheme)
}

/** Keeps the choice on this device and shows it at once. */
export function setTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(THEME_KEY)
  else localStorage.setItem(THEME_KEY, choice)
  applyTheme()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme now on the page, and what was chosen. */
export function useTheme(): { theme: Theme; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  const choice = useSyncExternalStore(subscribe, readThemeChoice)
  return { theme, choice, choose: setTheme }
}
