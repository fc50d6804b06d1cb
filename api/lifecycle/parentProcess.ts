import { once } from 'node:events'

/** Whether `npm start` runs this process, which sends a message when the web client is built. */
const hasParent = process.argv.includes('--listen-on-message') && process.send !== undefined

/** Resolves when the server may listen: at once, or after the message of `npm start`. Throws if the message is to end. */
export async function waitForParent(): Promise<void> {
  if (!hasParent) return
  const [message] = await once(process, 'message')
  if (message !== 'listen') throw new Error('The web client was not built.')
}

/** Tells `npm start` that the server listens. */
export function notifyParent(): void {
  if (hasParent && process.connected) process.send!('listening')
}
