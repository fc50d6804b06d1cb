import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { readConfig, WrongSetting, type Config } from './config.ts'
import { connect } from './database/connection.ts'
import { startEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { appUrl } from './database/roles.ts'
import { makeDemo } from './demo/make.ts'
import { demoNotice } from './demo/notice.ts'
import { connectLive } from './live/live.ts'
import { makeServer } from './server.ts'
import { makeServices } from './services.ts'

/** Configuration, then database, then server. Ends with exit code 1 and one clear sentence when it cannot start. */
async function main(): Promise<void> {
  const config = readConfig()
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: resolve(config.dataDir), log: say })
  const ownerUrl = config.databaseUrl ?? embedded!.url
  try {
    await migrate(ownerUrl)
    if (config.demo && embedded) await makeDemo(ownerUrl, { now: new Date(), log: say })
    await serve(config, ownerUrl, async () => embedded?.stop())
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

async function serve(config: Config, ownerUrl: string, stopDatabase: () => Promise<void>): Promise<void> {
  const url = appUrl(ownerUrl)
  const database = await connect(url, { poolSize: config.poolSize })
  const live = connectLive(url, say)
  const services = makeServices(config, database)
  const { server, stop } = await makeServer({ config, database, live, services, now: () => new Date(), log: complain })
  server.listen(config.port, config.demo ? '127.0.0.1' : config.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  say(`Porchlight listens on http://${config.demo ? 'localhost' : config.host}:${port}`)
  if (config.demo) say(demoNotice())

  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    await stop()
    await live.close()
    await database.close()
    await stopDatabase()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}

function say(message: string): void {
  process.stdout.write(`${message}\n`)
}

/** What went wrong on our side, without what was asked: inputs may hold secrets. */
function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}

/** Why it could not start, in a sentence that says what to do. */
function explain(error: unknown): string {
  if (error instanceof WrongSetting) return `A setting is wrong.\n${error.message}\nSee .env.example.`
  const { code, message, port } = error as { code?: string; message?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what listens there, or set PORT to another.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return 'The database at DATABASE_URL cannot be reached. Check that it runs and that the address is right.'
  if (code === '28P01' || code === '28000') return 'The database refused the user or password in DATABASE_URL.'
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist. Create it first.'
  return message ?? String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`Porchlight could not start. ${explain(error)}\n`)
  process.exit(1)
})
