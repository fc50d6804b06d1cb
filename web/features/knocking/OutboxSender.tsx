import { useEffect } from 'react'
import { useMockData } from '../../session/mockData.ts'
import { useKnockingRep } from './useKnockingRep.ts'
import { useOutbox } from './useOutbox.ts'

/** How often what waits is tried again while the page is open. */
const RETRY_INTERVAL_MS = 15_000

/** Sends what waits of whoever is signed in: at once, when the connection comes back, and every so often. */
export default function OutboxSender() {
  const { queue, flush } = useOutbox(useKnockingRep().outboxName)
  const mock = useMockData()
  useEffect(() => {
    // Mock data refuses everything: what waits is real, and goes when it is switched off.
    if (mock) return
    const sendAll = () => void flush()
    sendAll()
    const timer = setInterval(() => queue.entries().length > 0 && sendAll(), RETRY_INTERVAL_MS)
    addEventListener('online', sendAll)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendAll)
    }
  }, [flush, mock, queue])
  return null
}
