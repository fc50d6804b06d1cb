import { z } from 'zod'
import { onOrOff, optionalText, wholeNumber, type Definitions } from './shapes.ts'

export const operationsSettings = {
  WEBHOOK_ALLOW_LOOPBACK: {
    shape: onOrOff.default(false),
    description:
      'on: webhooks may use the loopback address of this machine, with http or https. For tests and development only: users could reach every service on this machine. Other private addresses are always refused.',
    accepts: 'on or off',
  },
  JOB_CONCURRENCY: {
    shape: wholeNumber(0, 20).default(2),
    description:
      'Number of jobs (exports, imports) that this process runs at the same time, each with database connections of its own. With 0 it runs none: other processes must.',
    accepts: '0 to 20',
  },
  LOG_LEVEL: {
    shape: z
      .enum(['auto', 'debug', 'info', 'warn', 'error'], 'must be auto, debug, info, warn or error')
      .default('auto'),
    description:
      'Log level. info logs each request; debug also logs health checks and page loads. auto: warn with the demo data, otherwise info.',
    accepts: 'auto, debug, info, warn or error',
  },
  LOG_FORMAT: {
    shape: z.enum(['auto', 'pretty', 'json'], 'must be auto, pretty or json').default('auto'),
    description: 'json: one object per line. auto: pretty on a terminal and with the demo data, otherwise json.',
    accepts: 'auto, pretty or json',
  },
  METRICS_TOKEN: {
    shape: optionalText
      .refine((value) => !value || /^[\x21-\x7e]{16,200}$/.test(value), 'must have 16 to 200 characters without spaces')
      .default(null),
    description:
      'Bearer token that Prometheus sends to read `/api/metrics`. If not set, only programs on the same machine can read the metrics.',
    accepts: '16 to 200 characters without spaces',
    secret: true,
  },
  SHUTDOWN_DELAY: {
    shape: wholeNumber(0, 15).default(0),
    description:
      'Seconds for which a stopping server reports this at `/api/health/ready` and still accepts requests. Set it longer than your proxy needs to notice.',
    accepts: '0 to 15',
  },
  ANCHOR_FILE: {
    shape: optionalText.default(null),
    description:
      'File to which the server appends the signed heads of all activity logs once an hour. Keep it where the owner of the database cannot write, such as a mounted bucket.',
    accepts: 'a file; its folder must exist',
  },
  ANCHOR_KEY_FILE: {
    shape: optionalText.default(null),
    description:
      'File with the private key that signs these heads, which `npm run log:anchor -- keys FILE` creates. Required with `ANCHOR_FILE`.',
    accepts: 'a file that only the user of the server can read',
  },
  BACKUP_RECIPIENT: {
    shape: optionalText
      .refine(
        (value) => !value || /^age1[02-9ac-hj-np-z]{58}$/.test(value),
        'must be a recipient that `npm run backup -- keys FILE` printed, such as age1…',
      )
      .default(null),
    description:
      'Public key to which `npm run backup` encrypts backups. Only the identity that belongs to it, which the server does not need, can restore them. If not set, the first backup makes a pair of keys in `BACKUP_IDENTITY_DIR`.',
    accepts: 'a recipient (age1…) that `npm run backup -- keys FILE` printed',
  },
  BACKUP_IDENTITY_DIR: {
    shape: z.string().min(1).default('.backup-identity'),
    description:
      'Folder in which the first backup makes a pair of keys, and in which `npm run restore` looks for the private one. Copy that to another place and delete it here; the public one stays.',
    accepts: 'a folder; created if it does not exist',
  },
  BACKUP_ENCRYPTION: {
    shape: onOrOff.default(true),
    description: 'off: backups are not encrypted. They contain personal data and hashes of passwords.',
    accepts: 'on or off',
  },
  BACKUP_COMMAND: {
    shape: optionalText.default(null),
    description:
      'Command that `npm run backup -- --every` runs in a shell after each good backup, for example to copy it to another machine. `BACKUP_FILE` has its path. It is ended if it takes longer than the interval.',
    accepts: 'a command of the shell',
  },
} as const satisfies Definitions
