import { lazy, Suspense, useEffect, useState } from 'react'
import { besideDialogs, keepHere } from '../../ui/besideDialogs.ts'
import { tapConsole } from './consoleTap.ts'
import { clearLog } from './debugLog.ts'

// Fetched when it is opened for the first time.
const DebugConsole = lazy(async () => ({ default: (await import('./DebugConsole.tsx')).DebugConsole }))

/**
 * Listens to the console for as long as somebody is signed in, and opens the hidden debug console on Ctrl+Shift+D
 * (spec §2). What was heard is forgotten with the session.
 */
export function DebugConsoleKey() {
  const [shown, setShown] = useState<'closed' | 'open' | 'minimised'>('closed')
  useEffect(() => {
    const untap = tapConsole()
    return () => {
      untap()
      clearLog()
    }
  }, [])
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !event.shiftKey || event.code !== 'KeyD') return
      // A browser's own, such as a bookmark of every tab.
      event.preventDefault()
      setShown('open')
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    // A dialog that is open stops whatever scrolls outside of it.
    <div {...besideDialogs} onWheel={keepHere} onTouchMove={keepHere} aria-live="off" className="contents">
      {shown !== 'closed' && (
        <Suspense>
          <DebugConsole
            minimised={shown === 'minimised'}
            onMinimise={(minimised) => setShown(minimised ? 'minimised' : 'open')}
            onClose={() => setShown('closed')}
          />
        </Suspense>
      )}
    </div>
  )
}
