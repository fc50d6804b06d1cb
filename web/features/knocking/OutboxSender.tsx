import { useEffect } from 'react'
import { useMockData } from '../../session/mockData.ts'
import { useKnockingRep } from './useKnockingRep.ts'
import { useOutbox } from './useOutbox.ts'

const RETRY_INTERVAL_MS = 15_000

/** Sends the outbox of the signed-in user: at once, when the connection returns, and at regular intervals. */
export default function OutboxSender() {
  const { outbox, flush } = useOutbox(useKnockingRep().outboxName)
  const mock = useMockData()
  useEffect(() => {
    // Mock data rejects every mutation. The entries are real, so they stay in the outbox until mock data is off.
    if (mock) return
    const sendAll = () => void flush()
    sendAll()
    const timer = setInterval(() => outbox.entries().length > 0 && sendAll(), RETRY_INTERVAL_MS)
    addEventListener('online', sendAll)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendAll)
    }
  }, [flush, mock, outbox])
  return null
}
