import { delimiter } from 'node:path'
import { z } from 'zod'
import { type Definitions, type Setting } from './config/shapes.ts'
import { databaseSettings } from './config/databaseSettings.ts'
import { parseMailUrl, parseSender, type MailServerConfig } from './config/mailServer.ts'
import { operationsSettings } from './config/operationsSettings.ts'
import { outsideServicesSettings } from './config/outsideServicesSettings.ts'
import { type Quota, quotas } from './config/quotas.ts'
import { serverSettings } from './config/serverSettings.ts'
import { usersSettings } from './config/usersSettings.ts'

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
  /** Whether owners may import parcels for their company. Otherwise only global admins may. */
  ownersImportParcels: boolean
  /** The origin under which people reach the server, for links that they get. */
  publicUrl: string
  /** Whether it is set. */
  hasPublicUrl: boolean
  /** The SMTP server and the sender of mails. Null if no mails are sent. */
  mail: MailServerConfig | null
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
  /** Who may sign up: everybody who is then approved, only invited people, or also new companies. */
  signUp: 'approval' | 'invite' | 'open'
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

/** The sections of docs/configuration.md. */
const sections = {
  Server: serverSettings,
  Database: databaseSettings,
  Users: usersSettings,
  'Outside services': outsideServicesSettings,
  Operations: operationsSettings,
}

const definitions = {
  ...serverSettings,
  ...databaseSettings,
  ...usersSettings,
  ...outsideServicesSettings,
  ...operationsSettings,
}

/** All settings. docs/configuration.md and `.env.example` are generated from this list. */
export const settings: Record<string, Setting> = Object.fromEntries(
  Object.entries(sections).flatMap(([group, section]) =>
    Object.entries<Definitions[string]>(section).map(([name, setting]): [string, Setting] => {
      const value = setting.shape.parse(undefined) as string | number | boolean | string[] | null
      const defaultText = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '')
      return [name, { ...setting, group, defaultText }]
    }),
  ),
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
  if (Boolean(values.MAIL_URL) !== Boolean(values.MAIL_FROM))
    throw new InvalidSetting('MAIL_URL: requires MAIL_FROM, and the other way round')
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
    ownersImportParcels: values.PARCEL_IMPORT === 'owners',
    libreOffice: values.LIBREOFFICE,
    programFolders: (environment['PATH'] ?? '').split(delimiter).filter(Boolean),
    poolSize: values.DATABASE_POOL,
    jobConcurrency: values.JOB_CONCURRENCY,
    webhookAllowLoopback: values.WEBHOOK_ALLOW_LOOPBACK,
    hasPublicUrl: values.PUBLIC_URL !== null,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${values.PORT}`,
    mail:
      values.MAIL_URL && values.MAIL_FROM
        ? { ...parseMailUrl(values.MAIL_URL)!, from: parseSender(values.MAIL_FROM)! }
        : null,
    statementTimeoutMs: values.STATEMENT_TIMEOUT * 1000,
    lockTimeoutMs: values.LOCK_TIMEOUT * 1000,
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    anonymousRequestsPerMinute: values.ANONYMOUS_REQUESTS_PER_MINUTE,
    apiDocs: values.API_DOCS,
    webDir: values.WEB_DIR,
    signUp: values.SIGNUP,
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
