import { Download } from 'lucide-react'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { useFileDownload } from './jobs.ts'

interface DownloadButtonProps extends Pick<ButtonProps, 'size' | 'title' | 'className' | 'children'> {
  /** A path of REST. */
  path: string
  /** Used if the answer has no name for its file. */
  fileName: string
}

/** Downloads a file. */
export function DownloadButton({ path, fileName, ...button }: DownloadButtonProps) {
  const { download, isDownloading } = useFileDownload()
  return (
    <Button
      {...button}
      icon={Download}
      busy={isDownloading}
      busyLabel="Downloading..."
      onClick={() => void download(path, fileName)}
    />
  )
}
