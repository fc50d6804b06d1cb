import { Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** The page of the flyer (spec §7). */
const FLYER = '/api/legacy/static/flyer.html'

/** /legacy-flyer: the flyer in a frame, to view and print. */
export function LegacyFlyerScreen() {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  return (
    <>
      <PageHeader title="Legacy Flyer" hint="One US Letter page, for doors where nobody answers">
        <Button
          variant="primary"
          icon={Printer}
          disabled={!ready}
          className="max-md:w-full"
          onClick={() => frame.current?.contentWindow?.print()}
        >
          Print
        </Button>
      </PageHeader>
      <iframe
        ref={frame}
        title="Legacy flyer"
        src={FLYER}
        onLoad={() => setReady(true)}
        className="block h-[calc(100dvh-11rem)] min-h-[480px] w-full rounded-card bg-sunken shadow-card"
      />
    </>
  )
}
