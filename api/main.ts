import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { readConfig, type Config } from './config.ts'
import { connect } from './database/connection.ts'
import { startEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { appUrl } from './database/roles.ts'
import { makeDemo } from './demo/make.ts'
import { demoNotice, shutOutNotice } from './demo/notice.ts'
import { logEnded, makeLogger, type Logger } from './http/logger.ts'
import { meteredDatabase, meteredLive, meteredServices } from './http/metered.ts'
import { makeMetrics } from './http/metrics.ts'
import { onSignals } from './http/signals.ts'
import { countUpstream } from './http/upstreamMetrics.ts'
import { connectLive } from './live/live.ts'
import { makeServer } from './server.ts'
import { makeServices } from './services.ts'
import { startFailure } from './startFailure.ts'

/** A write goes through a dozen calls of the mapper before the first of ours. */
Error.stackTraceLimit = 40

/** From the signal to the end of the process. */
const longestStopMs = 30_000
/** What of that is kept for the database, once requests are over. */
const databaseShareMs = 8_000

/** Configuration, then database, then server. Ends with exit code 1 and one clear sentence when it cannot start. */
async function main(): Promise<void> {
  const config = readConfig()
  const format = config.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')
  const logger = makeLogger({ level: config.logLevel, format })
  const signals = onSignals(logger, longestStopMs)
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataDir: resolve(config.dataDir), log: logger.say })
  const ownerUrl = config.databaseUrl ?? embedded!.url
  try {
    await migrate(ownerUrl)
    if (config.demo && embedded) await makeDemo(ownerUrl, { now: new Date(), log: logger.say })
    const stop = await serve(config, ownerUrl, logger)
    signals.stopBy(async () => {
      const cutOff = await stop()
      await embedded?.stop()
      return cutOff
    })
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Serves until the function it returns is called, which answers how many requests were cut off. */
async function serve(config: Config, ownerUrl: string, logger: Logger): Promise<() => Promise<number>> {
  const url = appUrl(ownerUrl)
  const { poolSize, shutdownDelayMs: delayMs } = config
  const metrics = makeMetrics()
  const database = meteredDatabase(await connect(url, { poolSize }), poolSize, metrics)
  const live = meteredLive(
    connectLive(url, (message) => logger.line('warn', message)),
    metrics,
  )
  const services = meteredServices(makeServices(config, database), metrics)
  countUpstream(config, metrics)
  const { server, stop } = await makeServer({
    ...{ config, database, live, services, metrics },
    now: () => new Date(),
    log: logger.failed,
    ended: logEnded(logger),
  })
  server.listen(config.port, config.demo ? '127.0.0.1' : config.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  logger.say(`Porchlight listens on http://${config.demo ? 'localhost' : config.host}:${port}`)
  const notice = config.demo ? demoNotice() : await shutOutNotice(database)
  if (notice) logger.say(notice)
  return async () => {
    const cutOff = await stop({ delayMs, boundMs: longestStopMs - databaseShareMs - delayMs })
    // Documents that are still made by now are for nobody.
    await services.documents.close()
    await live.close()
    await database.close()
    return cutOff
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`Porchlight could not start. ${startFailure(error) ?? (error as Error).message}\n`)
  process.exit(1)
})
