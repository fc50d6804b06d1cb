import { ProgressBar } from '../../ui/ProgressBar.tsx'

const MEGABYTE = 1024 * 1024

/** How much of a file was uploaded. */
export function UploadProgress({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) {
  return (
    <div className="space-y-2">
      <p className="text-body">Uploading. Keep this page open until it is done.</p>
      <ProgressBar
        done={Math.floor(sentBytes / MEGABYTE)}
        total={Math.max(1, Math.ceil(totalBytes / MEGABYTE))}
        unit="MB"
      />
    </div>
  )
}
