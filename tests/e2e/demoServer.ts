import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer, type TestServer } from '../support/server.ts'

export interface DemoServer extends TestServer {
  /** The folder of its data. */
  dataDir: string
}

/** Starts a server with the demo town of the global setup. `stop` deletes its data. */
export async function startDemoServer(env: Record<string, string> = {}): Promise<DemoServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-e2e-'))
  cpSync(process.env.DEMO_DATA!, dataDir, { recursive: true })
  // PostgreSQL refuses a folder that others can read, and a copied one can be read.
  chmodSync(path.join(dataDir, 'postgres'), 0o700)
  const server = await startServer({ env: { DATA_DIR: dataDir, ...env } })
  return {
    ...server,
    dataDir,
    stop: async () => {
      const code = await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}
