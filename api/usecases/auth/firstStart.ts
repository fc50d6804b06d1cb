import type { Config } from '../../config.ts'

/** What the person who starts a server without accounts does next: open the set-up link. */
export function formatFirstStart(
  { hasPublicUrl, publicUrl, host }: Pick<Config, 'hasPublicUrl' | 'publicUrl' | 'host'>,
  port: number,
  setupCode: string,
): string {
  const isEveryAddress = host === '0.0.0.0' || host === '::'
  const origin = hasPublicUrl ? publicUrl : `http://${isEveryAddress ? 'localhost' : host}:${port}`
  return `Nobody can sign in yet. Open the set-up link, which works once: ${origin}/set-up/${setupCode}`
}
