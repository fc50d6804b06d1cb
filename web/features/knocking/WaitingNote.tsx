import { useKnocker } from './knocker.ts'
import { useWaitingKnocks } from './useWaitingKnocks.ts'
import { WaitingKnocks } from './WaitingKnocks.tsx'

/** 'n waiting' in the top bar. */
export default function WaitingNote() {
  const { waiting, flush } = useWaitingKnocks(useKnocker().queue)
  return <WaitingKnocks form="note" waiting={waiting} onRetry={flush} />
}
