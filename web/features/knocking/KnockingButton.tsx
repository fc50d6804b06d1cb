import { Footprints } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { OPEN_WHERE_USER_IS } from '../../domain/mapLink.ts'
import { formatElapsed } from '../../lib/dates.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { activeTime, useKnockSession } from './useKnockSession.ts'

/** Starts a knock session and opens the map where the rep is, or returns to the map during a session. On a phone it stays at the bottom. */
export function KnockingButton() {
  const navigate = useNavigate()
  const { session, loaded, start } = useKnockSession()
  const now = useNow(session ? 1000 : null)
  const open = async () => {
    if (!session && loaded) await start()
    await navigate('/map', session ? {} : { state: OPEN_WHERE_USER_IS })
  }
  return (
    <Button
      variant="primary"
      icon={Footprints}
      iconSize={20}
      onClick={() => void open()}
      className="max-md:fixed max-md:inset-x-4 max-md:bottom-[max(16px,env(safe-area-inset-bottom))] max-md:z-10 max-md:min-h-14 max-md:rounded-phone-card max-md:text-[1.0625rem]"
    >
      {session ? `Back to the Map · ${formatElapsed(activeTime(session, now))}` : 'Start Knocking'}
    </Button>
  )
}
