import { useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useKeyDown } from '../../lib/useKeyDown.ts'
import { keepDialogsOpenProps, keepHere } from '../../ui/keepDialogsOpenProps.ts'
import { interceptConsole } from './interceptConsole.ts'
import { clearLog } from './debugLog.ts'

// Loaded when first opened.
const DebugConsole = lazyPart(async () => (await import('./DebugConsole.tsx')).DebugConsole)

/**
 * Intercepts the console, and opens the hidden debug console on Ctrl+Shift+D (spec §2). The log is cleared when it leaves, as
 * with the session.
 */
export function DebugConsoleShortcut() {
  const [state, setState] = useState<'closed' | 'open' | 'minimized'>('closed')
  useEffect(() => {
    const restoreConsole = interceptConsole()
    return () => {
      restoreConsole()
      clearLog()
    }
  }, [])
  useKeyDown((event) => {
    if (!event.ctrlKey || !event.shiftKey || event.code !== 'KeyD') return
    // Suppress the browser's own shortcut, such as 'Bookmark all tabs'.
    event.preventDefault()
    setState('open')
  })
  return (
    // An open dialog blocks scroll events outside itself, so they are handled here.
    <div {...keepDialogsOpenProps} onWheel={keepHere} onTouchMove={keepHere} aria-live="off" className="contents">
      {state !== 'closed' && (
        <DebugConsole
          minimized={state === 'minimized'}
          onMinimize={(minimized) => setState(minimized ? 'minimized' : 'open')}
          onClose={() => setState('closed')}
        />
      )}
    </div>
  )
}
