import { lazy, Suspense, useEffect, useState } from 'react'
import { keepDialogsOpenProps, keepHere } from '../../ui/keepDialogsOpenProps.ts'
import { interceptConsole } from './interceptConsole.ts'
import { clearLog } from './debugLog.ts'

// Fetched when it is opened for the first time.
const DebugConsole = lazy(async () => ({ default: (await import('./DebugConsole.tsx')).DebugConsole }))

/**
 * Listens to the console for as long as somebody is signed in, and opens the hidden debug console on Ctrl+Shift+D
 * (spec §2). What was heard is forgotten with the session.
 */
export function DebugConsoleShortcut() {
  const [state, setState] = useState<'closed' | 'open' | 'minimised'>('closed')
  useEffect(() => {
    const restoreConsole = interceptConsole()
    return () => {
      restoreConsole()
      clearLog()
    }
  }, [])
  useEffect(() => {
    const openOnShortcut = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !event.shiftKey || event.code !== 'KeyD') return
      // A browser's own, such as a bookmark of every tab.
      event.preventDefault()
      setState('open')
    }
    addEventListener('keydown', openOnShortcut)
    return () => removeEventListener('keydown', openOnShortcut)
  }, [])
  return (
    // A dialog that is open stops whatever scrolls outside of it.
    <div {...keepDialogsOpenProps} onWheel={keepHere} onTouchMove={keepHere} aria-live="off" className="contents">
      {state !== 'closed' && (
        <Suspense>
          <DebugConsole
            minimized={state === 'minimised'}
            onMinimize={(minimized) => setState(minimized ? 'minimised' : 'open')}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </div>
  )
}
