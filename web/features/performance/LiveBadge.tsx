import { useLiveState } from '../../lib/liveConnection.ts'

/** 'Live' while updates arrive, 'Reconnecting...' after the connection is lost. */
export function LiveBadge() {
  const state = useLiveState()
  if (state === 'lost') return <span role="status">Reconnecting...</span>
  if (state === 'connecting') return null
  return (
    <span className="flex items-center gap-2 font-[550] text-good">
      <span aria-hidden className="size-2 rounded-full bg-good-fill ring-3 ring-good-fill/25" />
      Live
    </span>
  )
}
