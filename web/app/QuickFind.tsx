import { type ReactNode, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { lazyNamed } from '../lib/lazyNamed.ts'
import {
  COMMAND_KEY,
  hasCommandKey,
  hasKeyboard,
  isTyping,
  type ShortcutGroup,
  useShortcuts,
} from '../lib/shortcuts.ts'
import { TOAST_KEY } from '../lib/toasts.ts'
import { QuickFindContextProvider } from './quickFindContext.ts'

// Loaded when first opened.
const QuickFindCommands = lazyNamed(async () => (await import('./QuickFindCommands.tsx')).QuickFindCommands)
const ShortcutHelp = lazyNamed(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp)

const everywhere: ShortcutGroup = {
  title: 'Everywhere',
  shortcuts: [
    { keys: [COMMAND_KEY, 'K'], label: 'Quick find' },
    { keys: ['?'], label: 'Keyboard Shortcuts' },
    { keys: [TOAST_KEY], label: 'Go to the message' },
    { keys: ['Esc'], label: 'Close what is open' },
  ],
}

/** Quick find, which Ctrl+K opens anywhere, and the keyboard help, which `?` opens where no text is typed. */
export function QuickFindProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<'quickFind' | 'help'>()
  useShortcuts(everywhere)
  // Before the first paint, so that the keys work as soon as the bar that names them is seen.
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const isQuickFind = hasCommandKey(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k'
      const isHelp =
        event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event) && hasKeyboard()
      if (!isQuickFind && !isHelp) return
      // Suppress the browser's own shortcut, such as its search field.
      event.preventDefault()
      setOpened(isQuickFind ? 'quickFind' : 'help')
    }
    // While capturing, so that a field or dialog that keeps its keys to itself does not keep this one.
    addEventListener('keydown', handle, { capture: true })
    return () => removeEventListener('keydown', handle, { capture: true })
  }, [])
  const context = useMemo(
    () => ({ openQuickFind: () => setOpened('quickFind'), openHelp: () => setOpened('help') }),
    [],
  )
  const close = () => setOpened(undefined)
  return (
    <QuickFindContextProvider value={context}>
      {children}
      <Suspense>
        {opened === 'quickFind' && <QuickFindCommands onClose={close} />}
        {opened === 'help' && <ShortcutHelp onClose={close} />}
      </Suspense>
    </QuickFindContextProvider>
  )
}
