import { createStore } from './store.ts'

/** The browser's offer to install the app. Browsers without one never send it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

const offered = createStore<InstallPromptEvent | undefined>(undefined)

/** Keeps the browser's offer for the menu. Called before the first rendering, since the offer comes once. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered.set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => offered.set(undefined))
}

/** Asks the browser to install the app. Undefined when it is installed, or cannot be. */
export function useInstallPrompt(): (() => void) | undefined {
  const event = offered.useValue()
  return event && (() => void event.prompt().then(() => offered.set(undefined)))
}
