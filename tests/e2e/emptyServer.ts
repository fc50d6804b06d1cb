import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer, type TestServer } from '../support/server.ts'

/** Runs `work` with an empty server that has no demo. */
export async function withEmptyServer(
  env: Record<string, string>,
  work: (server: TestServer) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-empty-'))
  const server = await startServer({ env: { DATA_DIR: dataDir, DEMO: 'off', ...env } })
  try {
    await work(server)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The set-up link that an empty server prints when it starts. */
export const setUpLinkOf = ({ output }: TestServer): string =>
  /Open the set-up link, which works once: (http:[\w./:-]+)/.exec(output())![1]!
