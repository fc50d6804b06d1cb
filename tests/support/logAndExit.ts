// For `logger.test.ts`: on a message logs a line, which is still buffered, and exits.
import { makeLogger } from '../../api/observability/logger.ts'

process.once('message', () => {
  makeLogger({ level: 'info', format: 'json' }).log('info', 'stopping')
  process.exit(3)
})
process.send!('ready')
