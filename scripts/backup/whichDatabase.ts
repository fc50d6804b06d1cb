import { readConfig } from '../../api/config.ts'
import { startEmbedded } from '../../api/database/embedded.ts'

/** Runs `work` with where the owner of the configured database connects: DATABASE_URL, else the embedded one. */
export async function withOwnerUrl(work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const config = readConfig()
  if (config.databaseUrl) return work(config.databaseUrl)
  // Used as it runs, or started for as long as this takes.
  const embedded = await startEmbedded({ dataDir: config.dataDir })
  try {
    await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
