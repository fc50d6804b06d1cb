import { resolve } from 'node:path'
import { readConfig, type Config } from './config.ts'
import { startEmbedded } from './database/embedded.ts'
import { describeStartFailure } from './lifecycle/startFailure.ts'
import { assertPortIsFree } from './lifecycle/port.ts'
import { handleStopSignals } from './lifecycle/stopSignals.ts'
import { makeLogger } from './observability/logger.ts'

/** Writes pass through many frames of MikroORM before the first frame of our code. */
Error.stackTraceLimit = 40

/** Maximum time from the stop signal to the end of the process. */
const maxStopMs = 30_000
/** The part of it reserved for closing the database after the last request. */
const databaseCloseMs = 8_000

/** Starts the server: configuration, database, server. Exits with code 1 and one sentence if it cannot start. */
async function main(): Promise<void> {
  const config = readConfig()
  const logger = makeLogger({ level: config.logLevel, format: logFormatOf(config) })
  const signals = handleStopSignals(logger, maxStopMs)
  await assertPortIsFree(config.port, config.demo ? '127.0.0.1' : config.host)
  const starting = config.databaseUrl ? null : startEmbedded({ dataDir: resolve(config.dataDir), log: logger.print })
  // PostgreSQL starts in processes of its own, while this one loads the modules of the server.
  const loading = import('./porchlight.ts')
  // If PostgreSQL does not start, its error is reported and not this one.
  loading.catch(() => undefined)
  const embedded = await starting
  const ownerUrl = config.databaseDirectUrl ?? embedded!.url
  try {
    const { openPorchlight } = await loading
    const porchlight = await openPorchlight({ config, ownerUrl, logger, stopMs: maxStopMs - databaseCloseMs })
    // Register the stop function before the server listens, so that a signal can stop it from then on.
    signals.setStop(async () => {
      const cutOff = await porchlight.stop()
      await embedded?.stop()
      return cutOff
    })
    await porchlight.listen()
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

const logFormatOf = ({ logFormat }: Config) => logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')

main().catch((error: unknown) => {
  process.stderr.write(`Porchlight could not start. ${describeStartFailure(error) ?? (error as Error).message}\n`)
  process.exit(1)
})
