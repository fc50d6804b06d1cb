import { Download } from 'lucide-react'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { type RestFile, useFileDownload } from './jobs.ts'

type DownloadButtonProps = RestFile & Pick<ButtonProps, 'size' | 'title' | 'className' | 'children'>

/** Downloads a file. */
export function DownloadButton({ path, fileName, ...button }: DownloadButtonProps) {
  const { download, isDownloading } = useFileDownload()
  return (
    <Button
      {...button}
      icon={Download}
      busy={isDownloading}
      busyLabel="Downloading..."
      onClick={() => void download({ path, fileName })}
    />
  )
}
