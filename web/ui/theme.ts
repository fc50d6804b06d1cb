import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

/** The key in local storage. */
export const THEME_KEY = 'theme'
const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
const listeners = new Set<() => void>()

/** The theme stored on this device; 'system' by default. */
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

/** Sets the theme before the first paint and follows the system from then on. */
export function initTheme(): void {
  applyTheme()
  dark?.addEventListener('change', applyTheme)
}

/** Stores the theme on this device and applies it. */
export function setTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(THEME_KEY)
  else localStorage.setItem(THEME_KEY, choice)
  applyTheme()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current theme, the stored choice, and its setter. */
export function useTheme(): { theme: Theme; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  const choice = useSyncExternalStore(subscribe, readThemeChoice)
  return { theme, choice, choose: setTheme }
}
