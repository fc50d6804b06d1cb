import { createListeners } from '../../lib/store.ts'

const CHANNEL = 'porchlight.areas'

const { notify, subscribe } = createListeners()
let channel: BroadcastChannel | undefined

/** Calls `changed` when an area has changed, in this tab or another one, until the returned function is called. */
export function subscribeToChanges(changed: () => void): () => void {
  openChannel()
  return subscribe(changed)
}

/** Tells every tab that an area has changed. */
export function announceChange(): void {
  openChannel().postMessage(null)
  notify()
}

function openChannel(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', notify)
  return channel
}
