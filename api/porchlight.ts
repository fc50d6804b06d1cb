import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import { followDatabaseClock } from './database/clock.ts'
import { connect } from './database/connection.ts'
import { migrate } from './lifecycle/migrate.ts'
import { startProjectionUpgrade } from './lifecycle/projectionUpgrade.ts'
import { startScheduler } from './lifecycle/scheduler.ts'
import { appUrl } from './database/roles.ts'
import { createDemo } from '../demo/createDemo.ts'
import { PARCEL_OUTAGE_ADDRESS } from '../demo/town/outage.ts'
import { formatDemoNotice, disabledAccountsNotice } from '../demo/notice.ts'
import { logEnds, type Logger } from './observability/logger.ts'
import { instrumentDatabase, instrumentServices } from './observability/instrument.ts'
import { makeMetrics } from './observability/metrics.ts'
import { recordFaults } from './observability/recordFaults.ts'
import { notifyParent, waitForParent } from './lifecycle/parentProcess.ts'
import { countUpstreamRequests } from './observability/upstreamMetrics.ts'
import { connectLive } from './live/live.ts'
import { makeServer } from './server.ts'
import { createServices } from './services/services.ts'
import { formatFirstStart } from './usecases/auth/firstStart.ts'
import { readSetupCode } from './usecases/auth/setupCode.ts'

export interface Porchlight {
  /** Resolves when the server accepts connections and its address was printed. */
  listen(): Promise<void>
  /** Stops the server and returns the number of aborted requests. */
  stop(): Promise<number>
}

interface Opening {
  config: Config
  /** Connection URL of the owner of the database. */
  ownerUrl: string
  logger: Logger
  /** Time limit for the last requests and jobs while the server stops, in milliseconds. */
  stopMs: number
}

/** Migrates the database, creates the demo if it is on, connects the services and creates the server. It listens once `listen` is called. */
export async function openPorchlight({ config, ownerUrl, logger, stopMs }: Opening): Promise<Porchlight> {
  await migrate(ownerUrl, { deferRebuild: true })
  if (config.demo && !config.databaseUrl) await createDemo(ownerUrl, { now: new Date(), log: logger.print })
  const url = appUrl(ownerUrl)
  const { shutdownDelayMs: delayMs } = config
  const metrics = makeMetrics()
  recordFaults(metrics, logger)
  const { poolSize, statementTimeoutMs, lockTimeoutMs } = config
  const isPooled = config.databaseUrl !== config.databaseDirectUrl
  const connection = await connect(isPooled ? appUrl(ownerUrl, config.databaseUrl!) : url, {
    poolSize,
    statementTimeoutMs,
    lockTimeoutMs,
    directUrl: isPooled ? url : null,
  })
  const database = instrumentDatabase(connection, poolSize, metrics)
  const clock = await followDatabaseClock(database)
  const live = connectLive(url)
  const parcelsOptions = config.demo ? { simulatedOutageAddress: PARCEL_OUTAGE_ADDRESS } : {}
  // A running job holds a connection while it needs another.
  const concurrency = Math.min(config.jobConcurrency, Math.floor(poolSize / 2))
  const services = instrumentServices(await createServices(config, database, parcelsOptions), metrics)
  countUpstreamRequests(config, metrics)
  const { server, sharedContext, stop } = await makeServer({
    config,
    database,
    live,
    services,
    metrics,
    now: clock.now,
    log: logger.logError,
    onEnded: logEnds(logger),
  })
  let stopUpgrade = () => Promise.resolve()
  let stopScheduler = () => Promise.resolve()
  return {
    async listen() {
      // Before the server can be seen: a stop closes the database.
      const setupCode = await readSetupCode({ database })
      const notice = config.demo ? formatDemoNotice() : await disabledAccountsNotice(database)
      await waitForParent()
      server.listen(config.port, config.demo ? '127.0.0.1' : config.host)
      await once(server, 'listening')
      const { anchor } = config
      stopScheduler = startScheduler({ shared: sharedContext, anchor, concurrency }, logger.logError)
      stopUpgrade = startProjectionUpgrade(ownerUrl, logger.logError)
      const { port } = server.address() as AddressInfo
      if (setupCode && config.setupCodeRequired && config.globalAdminEmail)
        logger.print(`Set-up code to register as ${config.globalAdminEmail}: ${setupCode}`)
      if (setupCode && !config.demo) logger.print(formatFirstStart(config, port, setupCode))
      logger.print(`Porchlight listens on http://${config.demo ? 'localhost' : config.host}:${port}`)
      if (notice) logger.print(notice)
      if (config.mail && URL.parse(config.publicUrl)?.hostname === 'localhost')
        logger.log('warn', 'Links in mails open on this machine only. Set PUBLIC_URL.')
      notifyParent()
    },
    async stop() {
      // At once, so that another process takes the jobs over while this one answers its last requests.
      const schedulerStopped = stopScheduler()
      const cutOff = await stop({ delayMs, timeoutMs: stopMs - delayMs })
      await Promise.all([stopUpgrade(), schedulerStopped])
      // No client is waiting for documents that are still being generated.
      await Promise.all([services.documents.close(), services.photos.close(), services.pdf.close()])
      await services.workers.close()
      clock.stop()
      await live.close()
      await database.close()
      return cutOff
    },
  }
}
