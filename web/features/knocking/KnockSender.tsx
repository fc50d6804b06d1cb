import { useEffect } from 'react'
import { useMockData } from '../../session/mockData.ts'
import { useKnocker } from './knocker.ts'
import { useWaitingKnocks } from './useWaitingKnocks.ts'

/** How often what waits is tried again while the page is open. */
const TRY_AGAIN_AFTER = 15_000

/** Sends what waits of whoever is signed in: at once, when the connection comes back, and every so often. */
export default function KnockSender() {
  const { queue, flush } = useWaitingKnocks(useKnocker().queue)
  const mock = useMockData()
  useEffect(() => {
    // Mock data refuses everything: what waits is real, and goes when it is switched off.
    if (mock) return
    const again = () => void flush()
    again()
    const timer = setInterval(() => queue.entries().length > 0 && again(), TRY_AGAIN_AFTER)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [flush, mock, queue])
  return null
}
