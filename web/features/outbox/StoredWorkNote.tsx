import { useEffect, useState } from 'react'
import { formatCount } from '../../lib/numbers.ts'
import { countStoredItems } from '../../session/outbox/outboxStore.ts'
import { Note } from '../../ui/Note.tsx'

/** On the sign-in screen: says that this device holds work that the server does not have yet. */
export function StoredWorkNote() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    countStoredItems().then(setCount, () => undefined)
  }, [])
  if (count === 0) return null
  return (
    <div className="mb-4">
      <Note hue="warn">
        {count === 1
          ? 'This device holds 1 action that is not sent yet. It is sent when the same user signs in.'
          : `This device holds ${formatCount(count)} actions that are not sent yet. They are sent when the same user signs in.`}
      </Note>
    </div>
  )
}
