import { handleStopSignals } from '../../api/lifecycle/stopSignals.ts'
import { makeLogger } from '../../api/observability/logger.ts'

// Logs as many kilobytes as the argument says when it is stopped, and announces itself on standard error.
const logger = makeLogger({ level: 'info', format: 'json' })
handleStopSignals(logger, 30_000).setStop(async () => {
  for (let line = 0; line < Number(process.argv[2]); line += 1) logger.log('info', 'x'.repeat(1_000))
  return 0
})
setInterval(() => undefined, 1_000)
process.stderr.write('ready\n')
