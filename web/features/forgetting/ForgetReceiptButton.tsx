import { DownloadButton } from '../../session/jobs/DownloadButton.tsx'

/** Downloads the receipt of a household that was forgotten. */
export const ForgetReceiptButton = ({ propertyId }: { propertyId: string }) => (
  <DownloadButton
    path={`/properties/${propertyId}/forget-receipt`}
    fileName="household-forgotten.pdf"
    className="mt-5 max-md:w-full"
  >
    Download Receipt
  </DownloadButton>
)
