import { Download } from 'lucide-react'
import { useFileDownload } from '../../session/jobs/jobs.ts'
import { Button } from '../../ui/Button.tsx'

/** Downloads the receipt of a household that was forgotten. */
export function ForgetReceiptButton({ propertyId }: { propertyId: string }) {
  const { download, isDownloading } = useFileDownload()
  return (
    <Button
      icon={Download}
      busy={isDownloading}
      busyLabel="Downloading..."
      onClick={() => void download(`/properties/${propertyId}/forget-receipt`, 'household-forgotten.pdf')}
      className="mt-5 max-md:w-full"
    >
      Download Receipt
    </Button>
  )
}
