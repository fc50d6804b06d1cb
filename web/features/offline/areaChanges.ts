const CHANNEL = 'porchlight.areas'

const listeners = new Set<() => void>()
let channel: BroadcastChannel | undefined

/** Calls `changed` when an area has changed, in this tab or another one, until the returned function is called. */
export function subscribeToChanges(changed: () => void): () => void {
  openChannel()
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Tells every tab that an area has changed. */
export function announceChange(): void {
  openChannel().postMessage(null)
  for (const changed of listeners) changed()
}

function openChannel(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', () => {
    for (const changed of listeners) changed()
  })
  return channel
}
