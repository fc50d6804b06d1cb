/** '48 kB' or '1.2 MB' for a number of bytes. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const kilobytes = bytes / 1000
  return kilobytes < 999.5 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}
