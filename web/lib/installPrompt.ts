import { useSyncExternalStore } from 'react'

/** The browser's offer to install the app. Browsers without one never send it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

let offered: InstallPromptEvent | undefined
const listeners = new Set<() => void>()

function change(next: InstallPromptEvent | undefined): void {
  offered = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer for the menu. Called before the first rendering, since the offer comes once. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    change(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => change(undefined))
}

/** Asks the browser to install the app. Undefined when it is installed, or cannot be. */
export function useInstallPrompt(): (() => void) | undefined {
  const event = useSyncExternalStore(subscribe, () => offered)
  return event && (() => void event.prompt().then(() => change(undefined)))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
