import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws the error of `listen` now if the server cannot listen on this port later, so that nothing is created before it is known. */
export async function assertPortIsFree(port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
