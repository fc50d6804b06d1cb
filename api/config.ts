import { delimiter } from 'node:path'
import { z } from 'zod'

// Zod would generate a function from text for each schema of an object, which the server does not allow. It decides this when a
// schema is made, and each process loads this file before those that have schemas.
z.config({ jitless: true })

/**
 * What a tenant can do only so often in a day: the setting, its description, the name in messages, and the default; null: as often as it
 * wants.
 */
export const quotas = {
  photos: { setting: 'PHOTOS_PER_DAY', counted: 'photos that are uploaded', plural: 'photos', limit: 5_000 },
  notes: {
    setting: 'NOTES_PER_DAY',
    counted: 'notes that are added to properties and leads, apart from those of knocks,',
    plural: 'notes',
    limit: 20_000,
  },
  imports: { setting: 'IMPORTS_PER_DAY', counted: 'imports and checks of files', plural: 'imports', limit: 200 },
  webhookTests: {
    setting: 'WEBHOOK_TESTS_PER_DAY',
    counted: 'tests of webhooks',
    plural: 'tests of webhooks',
    limit: 200,
  },
  dailyLookUps: {
    setting: 'LOOKUPS_PER_DAY',
    counted: 'lookups of parcels and addresses, with suggestions, at providers that bill for them,',
    plural: 'lookups',
    limit: null,
  },
} as const

export type Quota = keyof typeof quotas

/** The configuration. This file is the only reader of the environment; see docs/configuration.md. */
export interface Config {
  port: number
  host: string
  /** Connection URL of the database owner; null for the embedded database. */
  databaseUrl: string | null
  /** The same without a pooler; equal to `databaseUrl` unless that names a pooler. */
  databaseDirectUrl: string | null
  dataDir: string
  demo: boolean
  globalAdminEmail: string | null
  /** Whether the first global admin registers with a code that the server prints. */
  setupCodeRequired: boolean
  parcelProvider: 'regrid' | 'embedded'
  geocoder: 'mapbox' | 'embedded'
  basemap: 'mapbox' | 'maplibre'
  /** LibreOffice: the path of its program, 'auto' to look for it in `programFolders`, or 'off'. */
  libreOffice: string
  /** The folders in which programs are found. */
  programFolders: string[]
  mapboxToken: string | null
  mapboxUrl: string
  regridToken: string | null
  regridUrl: string
  poolSize: number
  jobConcurrency: number
  /** Whether webhooks may be on this machine, also without TLS. */
  webhookAllowLoopback: boolean
  statementTimeoutMs: number
  lockTimeoutMs: number
  /** Other origins whose pages may call the API and open a WebSocket. */
  allowedOrigins: string[]
  /** Number of our own proxies that append to X-Forwarded-For. */
  trustedProxies: number
  /** Who may read the OpenAPI document: everybody, or signed-in users. */
  apiDocs: 'public' | 'signed-in'
  /** From one network address, without a valid session. */
  anonymousRequestsPerMinute: number
  webDir: string
  minimumPasswordLength: number
  /** Whether new passwords must not be among the 10,000 commonest. */
  refuseCommonPasswords: boolean
  /** Whether every account must sign in with two factors. */
  twoFactorsRequired: boolean
  /** How long a session may be unused before it ends; null: until it expires. */
  sessionIdleMs: number | null
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Null: pretty on a terminal, otherwise JSON. */
  logFormat: 'pretty' | 'json' | null
  /** Token for reading the metrics; null: only programs on this machine may read them. */
  metricsToken: string | null
  /** Whether only GraphQL documents of the web client are executed. */
  onlyTrustedDocuments: boolean
  /** How long a stopping server still accepts requests, so that the proxy in front can notice. */
  shutdownDelayMs: number
  /** The number of uses that each tenant has in a day; null: as many as it wants. */
  quotas: Record<Quota, number | null>
  /** How many saved properties each tenant may have; null: as many as it wants. */
  maxProperties: number | null
  /** Where the signed heads of the logs are written, and the file of the key; null: they are not written. */
  anchor: { file: string; keyFile: string } | null
  backupEncryption: boolean
  /** Public key to which backups are encrypted; null: that of the pair in `backupIdentityDir`. */
  backupRecipient: string | null
  /** Folder in which the first backup makes a pair of keys. */
  backupIdentityDir: string
  /** Run in a shell after each good backup of a schedule. */
  backupCommand: string | null
}

/** An invalid setting; the message names it and says what it accepts. */
export class InvalidSetting extends Error {}

/** A setting and its documentation. */
export interface Setting {
  shape: z.ZodType
  /** One or two sentences. */
  description: string
  /** Accepted values. */
  accepts: string
  /** Default value as text; empty if there is none. */
  defaultText: string
  /** Whether the value is a secret. */
  secret?: true
  /** Section of docs/configuration.md. */
  group: 'Server' | 'Database' | 'Users' | 'Outside services' | 'Operations'
}

const onOrOff = z.enum(['on', 'off', ''], 'must be on or off').transform((value) => value !== 'off')
const optionalText = z
  .string()
  .trim()
  .transform((value) => value || null)
const databaseUrl = optionalText
  .refine(
    (value) => !value || /^postgres(ql)?:\/\/([^/@]*@)?[^/@?]+\//.test(value),
    'must be a URL such as postgres://user:password@host:5432/porchlight',
  )
  .default(null)
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL such as https://api.example.com' })
const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const wholeNumber = (min: number, max: number, error = `must be a whole number from ${min} to ${max}`) =>
  z.coerce.number(error).int(error).min(min, error).max(max, error)

const quotaShape = (limit: number | null) => wholeNumber(0, 1_000_000_000).nullable().default(limit)
type QuotaDefinition = Omit<Setting, 'defaultText'> & { shape: ReturnType<typeof quotaShape> }
const quotaDefinitions = Object.fromEntries(
  Object.values(quotas).map(({ setting, counted, limit }): [string, QuotaDefinition] => [
    setting,
    {
      group: 'Users',
      shape: quotaShape(limit),
      description: `Maximum number of ${counted} in each company per day, which begins at 00:00 UTC; more are refused with status 429.${limit === null ? ' If not set, there is no limit.' : ''}`,
      accepts: '0 to 1000000000',
    },
  ]),
) as Record<(typeof quotas)[Quota]['setting'], QuotaDefinition>

const definitions = {
  PORT: {
    group: 'Server',
    shape: z.coerce.number('must be a port number, such as 4000').int().min(0).max(65_535).default(4000),
    description: 'Port to listen on.',
    accepts: '0 to 65535; 0 selects a free port',
  },
  HOST: {
    group: 'Server',
    shape: z.string().min(1).default('127.0.0.1'),
    description: 'Address to listen on. With the demo data, the server always listens on the loopback address only.',
    accepts: 'an address of this machine; 0.0.0.0 for all addresses',
  },
  ALLOWED_ORIGINS: {
    group: 'Server',
    shape: commaSeparated
      .refine(
        (origins) => origins.every((origin) => URL.parse(origin)?.origin === origin),
        'must be origins such as https://app.example.com, without a path, separated by commas',
      )
      .default([]),
    description:
      'Other origins whose pages may call REST and GraphQL (CORS) and open a WebSocket, with a token that they have. If not set, only the pages of this server may.',
    accepts: 'origins such as https://app.example.com, separated by commas',
  },
  TRUSTED_PROXIES: {
    group: 'Server',
    shape: z.coerce.number('must be a number of proxies, such as 1').int().min(0).max(10).default(0),
    description:
      'Number of your own proxies in front of the server. Rate limits apply to the address from which the outermost proxy was called.',
    accepts: '0 to 10',
  },
  ANONYMOUS_REQUESTS_PER_MINUTE: {
    group: 'Server',
    shape: wholeNumber(10, 1_000_000).default(600),
    description:
      'Maximum number of API requests per minute without a valid session from one network address; more are answered with status 429. Health checks, map tiles and the files of the web client do not count.',
    accepts: '10 to 1000000',
  },
  API_DOCS: {
    group: 'Server',
    shape: z.enum(['public', 'signed-in'], 'must be public or signed-in').default('public'),
    description:
      'Who may read the OpenAPI document, and with it the REST reference: everybody, or only signed-in users and API keys. The GraphQL schema is always for these only.',
    accepts: 'public or signed-in',
  },
  WEB_DIR: {
    group: 'Server',
    shape: z.string().min(1).default('dist/web'),
    description: 'Folder of the built web client.',
    accepts: 'a folder',
  },
  GRAPHQL_DOCUMENTS: {
    group: 'Server',
    shape: z
      .enum(['any', 'client', ''], 'must be any or client')
      .transform((value) => value || 'any')
      .default('any'),
    description:
      'GraphQL documents that are executed. client: only those of the web client of this release, so that nobody can send others; integrations use REST then.',
    accepts: 'any or client',
  },
  DATABASE_URL: {
    group: 'Database',
    shape: databaseUrl,
    description:
      'Connection URL of your own PostgreSQL database, as its owner. The password can be set in `PGPASSWORD` instead; the password of the application role is derived from it. If not set, the embedded database in `DATA_DIR` is used.',
    accepts: 'postgres://user:password@host:5432/porchlight, PostgreSQL 15 or later',
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    group: 'Database',
    shape: databaseUrl,
    description:
      'Connection URL of the same database without a pooler, as its owner. Set it if `DATABASE_URL` names PgBouncer in transaction mode: migrations, maintenance commands, live updates and the search for dead connections need sessions of their own.',
    accepts: 'postgres://user:password@host:5432/porchlight',
    secret: true,
  },
  DATA_DIR: {
    group: 'Database',
    shape: z.string().min(1).default('.data'),
    description: 'Folder of the embedded database.',
    accepts: 'a folder; created if it does not exist',
  },
  DATABASE_POOL: {
    group: 'Database',
    shape: wholeNumber(2, 200).default(10),
    description: 'Maximum number of database connections of one server process.',
    accepts: '2 to 200',
  },
  STATEMENT_TIMEOUT: {
    group: 'Database',
    shape: wholeNumber(1, 600).default(30),
    description:
      'Seconds after which PostgreSQL ends a statement of the server, which responds with 503. Does not apply to migrations, backups and other maintenance.',
    accepts: '1 to 600',
  },
  LOCK_TIMEOUT: {
    group: 'Database',
    shape: wholeNumber(1, 600).default(10),
    description: 'Seconds for which a statement of the server waits for a lock before the server responds with 503.',
    accepts: '1 to 600',
  },
  DEMO: {
    group: 'Database',
    shape: onOrOff.default(true),
    description:
      'on: a new embedded database is created with the demo data. off: it is created empty, and existing demo accounts cannot sign in. Ignored if `DATABASE_URL` is set, which never contains demo data.',
    accepts: 'on or off',
  },
  GLOBAL_ADMIN_EMAIL: {
    group: 'Users',
    shape: optionalText
      .refine((value) => !value || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value), 'must be an email address')
      .default(null),
    description: 'The first user who registers with this email address becomes a global admin.',
    accepts: 'an email address',
  },
  SETUP_CODE: {
    group: 'Users',
    shape: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').default('auto'),
    description:
      'on: that user must enter a code that the server prints when it starts, so that nobody else can become the global admin. off: for automated installations that register at once. auto: off only while the server listens on the loopback address without a proxy (`TRUSTED_PROXIES`), where nobody from outside can reach it.',
    accepts: 'auto, on or off',
  },
  MINIMUM_PASSWORD_LENGTH: {
    group: 'Users',
    shape: wholeNumber(6, 128).default(6),
    description: 'Minimum length of new passwords. Existing passwords stay valid.',
    accepts: '6 to 128',
  },
  ...quotaDefinitions,
  PROPERTIES_PER_COMPANY: {
    group: 'Users',
    shape: quotaShape(null),
    description:
      'Maximum number of saved properties of each company; more are refused with status 422, and an import ends there. What is saved at the same moment may exceed it. If not set, there is no limit.',
    accepts: '0 to 1000000000',
  },
  COMMON_PASSWORDS: {
    group: 'Users',
    shape: z.enum(['refuse', 'allow'], 'must be refuse or allow').default('refuse'),
    description:
      'refuse: a new password cannot be one of the 10,000 commonest, in upper or lower case, or a name (of the person, in the email address, or Porchlight) with nothing but digits and signs added. Existing passwords stay valid.',
    accepts: 'refuse or allow',
  },
  TWO_FACTORS: {
    group: 'Users',
    shape: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
    description:
      'required: every account must sign in with two factors, and those without must set them up first. optional: only accounts of the tenants whose owner requires it must.',
    accepts: 'optional or required',
  },
  SESSION_IDLE: {
    group: 'Users',
    shape: z.union([z.literal('off'), wholeNumber(5, 1_440, 'must be off, or minutes from 5 to 1440')]).default('off'),
    description:
      'Minutes after which a session that was not used ends, also in an open page that only receives updates. A session ends 24 hours after the sign-in in any case.',
    accepts: 'off, or 5 to 1440',
  },
  PARCEL_PROVIDER: {
    group: 'Outside services',
    shape: z.enum(['auto', 'regrid', 'embedded'], 'must be auto, regrid or embedded').default('auto'),
    description: 'Provider of parcel lookups. auto: Regrid if its token is set, otherwise the database.',
    accepts: 'auto, regrid or embedded',
  },
  GEOCODER: {
    group: 'Outside services',
    shape: z.enum(['auto', 'mapbox', 'embedded'], 'must be auto, mapbox or embedded').default('auto'),
    description:
      'Provider of geocoding. auto: Mapbox if its token is set and Mapbox also draws the map, as its terms require; otherwise the database.',
    accepts: 'auto, mapbox or embedded',
  },
  BASEMAP: {
    group: 'Outside services',
    shape: z.enum(['auto', 'mapbox', 'maplibre'], 'must be auto, mapbox or maplibre').default('auto'),
    description: 'Map library. auto: Mapbox if its token is set, otherwise MapLibre with tiles from the database.',
    accepts: 'auto, mapbox or maplibre',
  },
  MAPBOX_TOKEN: {
    group: 'Outside services',
    shape: optionalText.default(null),
    description: 'Access token for Mapbox. Signed-in browsers receive it to draw the map, so restrict it to your URLs.',
    accepts: 'a public token (pk.…)',
    secret: true,
  },
  REGRID_TOKEN: {
    group: 'Outside services',
    shape: optionalText.default(null),
    description: 'Access token for Regrid. It never leaves the server.',
    accepts: 'a Regrid API token',
    secret: true,
  },
  MAPBOX_URL: {
    group: 'Outside services',
    shape: httpUrl.default('https://api.mapbox.com'),
    description: 'Base URL of Mapbox.',
    accepts: 'an http or https URL',
  },
  REGRID_URL: {
    group: 'Outside services',
    shape: httpUrl.default('https://app.regrid.com'),
    description: 'Base URL of Regrid.',
    accepts: 'an http or https URL',
  },
  WEBHOOK_ALLOW_LOOPBACK: {
    group: 'Operations',
    shape: onOrOff.default(false),
    description:
      'on: webhooks may use the loopback address of this machine, with http or https. For tests and development only: users could reach every service on this machine. Other private addresses are always refused.',
    accepts: 'on or off',
  },
  JOB_CONCURRENCY: {
    group: 'Operations',
    shape: wholeNumber(0, 20).default(2),
    description:
      'Number of jobs (exports, imports) that this process runs at the same time, each with database connections of its own. With 0 it runs none: other processes must.',
    accepts: '0 to 20',
  },
  LIBREOFFICE: {
    group: 'Outside services',
    shape: z
      .string()
      .trim()
      .refine(
        (value) => ['auto', 'off'].includes(value) || /[\\/]/.test(value),
        'must be auto, off or the path of the program, such as /usr/bin/soffice',
      )
      .default('auto'),
    description:
      'The LibreOffice program `soffice`, which converts letters to PDF. auto: looked for in `PATH` when the server starts; without it, letters can be printed as DOCX and HTML only.',
    accepts: 'auto, off or the path of the program',
  },
  LOG_LEVEL: {
    group: 'Operations',
    shape: z
      .enum(['auto', 'debug', 'info', 'warn', 'error'], 'must be auto, debug, info, warn or error')
      .default('auto'),
    description:
      'Log level. info logs each request; debug also logs health checks and page loads. auto: warn with the demo data, otherwise info.',
    accepts: 'auto, debug, info, warn or error',
  },
  LOG_FORMAT: {
    group: 'Operations',
    shape: z.enum(['auto', 'pretty', 'json'], 'must be auto, pretty or json').default('auto'),
    description: 'json: one object per line. auto: pretty on a terminal and with the demo data, otherwise json.',
    accepts: 'auto, pretty or json',
  },
  METRICS_TOKEN: {
    group: 'Operations',
    shape: optionalText
      .refine((value) => !value || /^[\x21-\x7e]{16,200}$/.test(value), 'must have 16 to 200 characters without spaces')
      .default(null),
    description:
      'Bearer token that Prometheus sends to read `/api/metrics`. If not set, only programs on the same machine can read the metrics.',
    accepts: '16 to 200 characters without spaces',
    secret: true,
  },
  SHUTDOWN_DELAY: {
    group: 'Operations',
    shape: wholeNumber(0, 15).default(0),
    description:
      'Seconds for which a stopping server reports this at `/api/health/ready` and still accepts requests. Set it longer than your proxy needs to notice.',
    accepts: '0 to 15',
  },
  ANCHOR_FILE: {
    group: 'Operations',
    shape: optionalText.default(null),
    description:
      'File to which the server appends the signed heads of all activity logs once an hour. Keep it where the owner of the database cannot write, such as a mounted bucket.',
    accepts: 'a file; its folder must exist',
  },
  ANCHOR_KEY_FILE: {
    group: 'Operations',
    shape: optionalText.default(null),
    description:
      'File with the private key that signs these heads, which `npm run log:anchor -- keys FILE` creates. Required with `ANCHOR_FILE`.',
    accepts: 'a file that only the user of the server can read',
  },
  BACKUP_RECIPIENT: {
    group: 'Operations',
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
    group: 'Operations',
    shape: z.string().min(1).default('.backup-identity'),
    description:
      'Folder in which the first backup makes a pair of keys, and in which `npm run restore` looks for the private one. Copy that to another place and delete it here; the public one stays.',
    accepts: 'a folder; created if it does not exist',
  },
  BACKUP_ENCRYPTION: {
    group: 'Operations',
    shape: onOrOff.default(true),
    description: 'off: backups are not encrypted. They contain personal data and hashes of passwords.',
    accepts: 'on or off',
  },
  BACKUP_COMMAND: {
    group: 'Operations',
    shape: optionalText.default(null),
    description:
      'Command that `npm run backup -- --every` runs in a shell after each good backup, for example to copy it to another machine. `BACKUP_FILE` has its path. It is ended if it takes longer than the interval.',
    accepts: 'a command of the shell',
  },
} as const satisfies Record<string, Omit<Setting, 'defaultText'>>

/** All settings. docs/configuration.md and `.env.example` are generated from this list. */
export const settings: Record<string, Setting> = Object.fromEntries(
  Object.entries(definitions).map(([name, setting]) => {
    const value = setting.shape.parse(undefined)
    return [
      name,
      { ...setting, defaultText: typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '') },
    ]
  }),
)

const schema = z.object(
  Object.fromEntries(Object.entries(definitions).map(([name, { shape }]) => [name, shape])) as {
    [Name in keyof typeof definitions]: (typeof definitions)[Name]['shape']
  },
)

/** Reads the configuration from the environment. Throws `InvalidSetting` that names each invalid setting. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(nonEmpty)
  if (!result.success) {
    throw new InvalidSetting(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const values = result.data
  const providers = providersOf(values)
  if (Boolean(values.ANCHOR_FILE) !== Boolean(values.ANCHOR_KEY_FILE))
    throw new InvalidSetting('ANCHOR_FILE: requires ANCHOR_KEY_FILE, and the other way round')
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    throw new InvalidSetting('DATABASE_DIRECT_URL: requires DATABASE_URL')
  if (values.BACKUP_RECIPIENT && !values.BACKUP_ENCRYPTION)
    throw new InvalidSetting('BACKUP_ENCRYPTION: must be on with BACKUP_RECIPIENT')
  const demo = values.DEMO && !values.DATABASE_URL
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: withPassword(values.DATABASE_URL, nonEmpty['PGPASSWORD']),
    databaseDirectUrl: withPassword(values.DATABASE_DIRECT_URL ?? values.DATABASE_URL, nonEmpty['PGPASSWORD']),
    dataDir: values.DATA_DIR,
    demo,
    globalAdminEmail: values.GLOBAL_ADMIN_EMAIL,
    setupCodeRequired: values.SETUP_CODE === 'auto' ? isReachable(values, demo) : values.SETUP_CODE === 'on',
    ...providers,
    mapboxToken: values.MAPBOX_TOKEN,
    mapboxUrl: values.MAPBOX_URL,
    regridToken: values.REGRID_TOKEN,
    regridUrl: values.REGRID_URL,
    libreOffice: values.LIBREOFFICE,
    programFolders: (environment['PATH'] ?? '').split(delimiter).filter(Boolean),
    poolSize: values.DATABASE_POOL,
    jobConcurrency: values.JOB_CONCURRENCY,
    webhookAllowLoopback: values.WEBHOOK_ALLOW_LOOPBACK,
    statementTimeoutMs: values.STATEMENT_TIMEOUT * 1000,
    lockTimeoutMs: values.LOCK_TIMEOUT * 1000,
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    anonymousRequestsPerMinute: values.ANONYMOUS_REQUESTS_PER_MINUTE,
    apiDocs: values.API_DOCS,
    webDir: values.WEB_DIR,
    minimumPasswordLength: values.MINIMUM_PASSWORD_LENGTH,
    refuseCommonPasswords: values.COMMON_PASSWORDS === 'refuse',
    twoFactorsRequired: values.TWO_FACTORS === 'required',
    sessionIdleMs: values.SESSION_IDLE === 'off' ? null : values.SESSION_IDLE * 60_000,
    logLevel: values.LOG_LEVEL !== 'auto' ? values.LOG_LEVEL : demo ? 'warn' : 'info',
    logFormat: values.LOG_FORMAT !== 'auto' ? values.LOG_FORMAT : demo ? 'pretty' : null,
    metricsToken: values.METRICS_TOKEN,
    onlyTrustedDocuments: values.GRAPHQL_DOCUMENTS === 'client',
    shutdownDelayMs: values.SHUTDOWN_DELAY * 1000,
    quotas: Object.fromEntries(
      Object.entries(quotas).map(([name, { setting }]) => [name, values[setting]]),
    ) as Config['quotas'],
    maxProperties: values.PROPERTIES_PER_COMPANY,
    anchor:
      values.ANCHOR_FILE && values.ANCHOR_KEY_FILE
        ? { file: values.ANCHOR_FILE, keyFile: values.ANCHOR_KEY_FILE }
        : null,
    backupEncryption: values.BACKUP_ENCRYPTION,
    backupRecipient: values.BACKUP_RECIPIENT,
    backupIdentityDir: values.BACKUP_IDENTITY_DIR,
    backupCommand: values.BACKUP_COMMAND,
  }
}

/** Whether somebody outside of this machine may be able to reach the server. With the demo, it listens on loopback only. */
function isReachable(values: z.infer<typeof schema>, demo: boolean): boolean {
  const isLoopback = demo || /^(localhost|127(\.\d+){3}|::1)$/.test(values.HOST)
  return values.TRUSTED_PROXIES > 0 || !isLoopback
}

/** Adds the password from PGPASSWORD to the URL, because the password of the application role is derived from it. */
function withPassword(databaseUrl: string | null, password: string | undefined): string | null {
  if (!databaseUrl || !password) return databaseUrl
  const url = new URL(databaseUrl)
  url.password ||= password
  return url.toString()
}

/** Chooses the providers: by default those with a token, otherwise the embedded ones. */
function providersOf(values: z.infer<typeof schema>): Pick<Config, 'parcelProvider' | 'geocoder' | 'basemap'> {
  const basemap = values.BASEMAP === 'auto' ? (values.MAPBOX_TOKEN ? 'mapbox' : 'maplibre') : values.BASEMAP
  if (values.PARCEL_PROVIDER === 'regrid' && !values.REGRID_TOKEN)
    throw new InvalidSetting('PARCEL_PROVIDER: regrid requires REGRID_TOKEN')
  if (values.GEOCODER === 'mapbox' && !values.MAPBOX_TOKEN)
    throw new InvalidSetting('GEOCODER: mapbox requires MAPBOX_TOKEN')
  // The terms of Mapbox allow its geocoding results only on its own maps.
  if (values.GEOCODER === 'mapbox' && basemap !== 'mapbox')
    throw new InvalidSetting('GEOCODER: mapbox requires BASEMAP=mapbox; set both, or GEOCODER=embedded')
  const useMapbox =
    values.GEOCODER === 'auto' ? values.MAPBOX_TOKEN !== null && basemap === 'mapbox' : values.GEOCODER === 'mapbox'
  const useRegrid =
    values.PARCEL_PROVIDER === 'auto' ? values.REGRID_TOKEN !== null : values.PARCEL_PROVIDER === 'regrid'
  return { parcelProvider: useRegrid ? 'regrid' : 'embedded', geocoder: useMapbox ? 'mapbox' : 'embedded', basemap }
}
