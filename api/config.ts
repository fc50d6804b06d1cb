import { z } from 'zod'

/** Everything that can be set from outside. The only reader of the environment; docs/configuration.md tells of each. */
export interface Config {
  port: number
  host: string
  /** Where the database's owner connects; null for the embedded database. */
  databaseUrl: string | null
  dataDir: string
  demo: boolean
  globalAdminEmail: string | null
  parcelProvider: 'regrid' | 'embedded'
  geocoder: 'mapbox' | 'embedded'
  basemap: 'mapbox' | 'maplibre'
  mapboxToken: string | null
  mapboxUrl: string
  regridToken: string | null
  regridUrl: string
  poolSize: number
  /** Browsers of these origins may open a WebSocket besides the server's own. */
  allowedOrigins: string[]
  /** How many of our own proxies stand in front and add to X-Forwarded-For. */
  trustedProxies: number
  webDir: string
  minimumPasswordLength: number
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Null: pretty on a terminal and with the demo town, else json. */
  logFormat: 'pretty' | 'json' | null
  /** Whoever sends it may read the metrics; null: whoever asks from this machine. */
  metricsToken: string | null
  /** How long a server that was told to stop still takes requests, for the proxy in front to find out. */
  shutdownDelayMs: number
}

/** A setting that cannot be used; the message names it and says what it takes. */
export class WrongSetting extends Error {}

/** One thing that can be set, as its reference tells it. */
export interface Setting {
  shape: z.ZodType
  /** What it does, in a sentence or two. */
  does: string
  /** What it takes, where that is not clear from what it does. */
  takes: string
  /** As it would be written; empty where it is not set. */
  usual: string
  /** It opens doors: keep it out of files that others read. */
  secret?: true
  /** It tells where in the reference the setting stands. */
  group: 'Server' | 'Database' | 'People' | 'Outside services' | 'Operations'
}

const flag = z.enum(['on', 'off', ''], 'takes on or off').transform((value) => value !== 'off')
const optional = z
  .string()
  .trim()
  .transform((value) => value || null)
const address = z.url({ protocol: /^https?$/, error: 'takes an address such as https://api.example.com' })
const listed = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
)
const number = (least: number, most: number) => {
  const error = `takes a whole number from ${least} to ${most}`
  return z.coerce.number(error).int(error).min(least, error).max(most, error)
}
const none = ''

/** Every setting there is. The reference and `.env.example` are written from this list. */
export const settings = {
  PORT: {
    group: 'Server',
    shape: z.coerce.number('a port number, such as 4000').int().min(0).max(65_535).default(4000),
    does: 'The port it listens on.',
    takes: '0 to 65535; 0 takes any free one',
    usual: '4000',
  },
  HOST: {
    group: 'Server',
    shape: z.string().min(1).default('127.0.0.1'),
    does: 'The address it listens on. With the demo accounts that is the loopback address, whatever is set here.',
    takes: 'an address of this machine; 0.0.0.0 for all of them',
    usual: '127.0.0.1',
  },
  ALLOWED_ORIGINS: {
    group: 'Server',
    shape: listed.default([]),
    does: 'Other origins whose pages may open a WebSocket.',
    takes: 'origins such as https://app.example.com, separated by commas',
    usual: none,
  },
  TRUSTED_PROXIES: {
    group: 'Server',
    shape: z.coerce.number('how many proxies stand in front, such as 1').int().min(0).max(10).default(0),
    does: 'How many proxies of your own stand in front. Limits count by the address that the outermost of them was called from.',
    takes: '0 to 10',
    usual: '0',
  },
  WEB_DIR: {
    group: 'Server',
    shape: z.string().min(1).default('dist/web'),
    does: 'Where the built pages are.',
    takes: 'a folder',
    usual: 'dist/web',
  },
  DATABASE_URL: {
    group: 'Database',
    shape: optional
      .refine(
        (value) => !value || /^postgres(ql)?:\/\/([^/@]*@)?[^/@?]+\//.test(value),
        'takes an address such as postgres://user:password@host:5432/porchlight',
      )
      .default(null),
    does: 'A PostgreSQL of your own, as the owner of the database. The password may stand in `PGPASSWORD`; the one of the application follows from it. Not set: the embedded one, in `DATA_DIR`.',
    takes: 'postgres://user:password@host:5432/porchlight, PostgreSQL 15 or later',
    usual: none,
    secret: true,
  },
  DATA_DIR: {
    group: 'Database',
    shape: z.string().min(1).default('.data'),
    does: 'Where the embedded database keeps everything.',
    takes: 'a folder; it is made when it is not there',
    usual: '.data',
  },
  DATABASE_POOL: {
    group: 'Database',
    shape: number(2, 200).default(10),
    does: 'Connections of one server process to the database.',
    takes: '2 to 200',
    usual: '10',
  },
  DEMO: {
    group: 'Database',
    shape: flag.default(true),
    does: 'on: the embedded database begins with the demo town and its people. off: it begins empty, and demo accounts that are there cannot sign in. A database of your own has neither.',
    takes: 'on or off',
    usual: 'on',
  },
  GLOBAL_ADMIN_EMAIL: {
    group: 'People',
    shape: optional.refine((value) => !value || /^\S+@\S+\.\S+$/.test(value), 'takes an e-mail address').default(null),
    does: 'Whoever registers with this address first becomes the global admin.',
    takes: 'an e-mail address',
    usual: none,
  },
  MINIMUM_PASSWORD_LENGTH: {
    group: 'People',
    shape: number(6, 128).default(6),
    does: 'How long a new password is at least. Passwords that are in use stay as they are.',
    takes: '6 to 128',
    usual: '6',
  },
  PARCEL_PROVIDER: {
    group: 'Outside services',
    shape: z.enum(['auto', 'regrid', 'embedded'], 'takes auto, regrid or embedded').default('auto'),
    does: 'Where parcels are looked up. auto: at Regrid where its token is set, else in the database.',
    takes: 'auto, regrid or embedded',
    usual: 'auto',
  },
  GEOCODER: {
    group: 'Outside services',
    shape: z.enum(['auto', 'mapbox', 'embedded'], 'takes auto, mapbox or embedded').default('auto'),
    does: 'Where addresses are found. auto: at Mapbox where its token is set and it draws the map too, as its terms ask, else in the database.',
    takes: 'auto, mapbox or embedded',
    usual: 'auto',
  },
  BASEMAP: {
    group: 'Outside services',
    shape: z.enum(['auto', 'mapbox', 'maplibre'], 'takes auto, mapbox or maplibre').default('auto'),
    does: 'What draws the map. auto: Mapbox where its token is set, else MapLibre over what is in the database.',
    takes: 'auto, mapbox or maplibre',
    usual: 'auto',
  },
  MAPBOX_TOKEN: {
    group: 'Outside services',
    shape: optional.default(null),
    does: 'The key to Mapbox. It is told to signed-in browsers, which draw the map with it: restrict it to your addresses.',
    takes: 'a public token, pk.…',
    usual: none,
    secret: true,
  },
  REGRID_TOKEN: {
    group: 'Outside services',
    shape: optional.default(null),
    does: 'The key to Regrid. It never leaves the server.',
    takes: 'a token of the Regrid API',
    usual: none,
    secret: true,
  },
  MAPBOX_URL: {
    group: 'Outside services',
    shape: address.default('https://api.mapbox.com'),
    does: 'Where Mapbox answers.',
    takes: 'an http or https address',
    usual: 'https://api.mapbox.com',
  },
  REGRID_URL: {
    group: 'Outside services',
    shape: address.default('https://app.regrid.com'),
    does: 'Where Regrid answers.',
    takes: 'an http or https address',
    usual: 'https://app.regrid.com',
  },
  LOG_LEVEL: {
    group: 'Operations',
    shape: z.enum(['auto', 'debug', 'info', 'warn', 'error'], 'takes auto, debug, info, warn or error').default('auto'),
    does: 'What is logged: info has a line for each request, debug also those of probes and of the pages. auto: warn with the demo town, else info.',
    takes: 'auto, debug, info, warn or error',
    usual: 'auto',
  },
  LOG_FORMAT: {
    group: 'Operations',
    shape: z.enum(['auto', 'pretty', 'json'], 'takes auto, pretty or json').default('auto'),
    does: 'json: one object a line. auto: pretty on a terminal and with the demo town, else json.',
    takes: 'auto, pretty or json',
    usual: 'auto',
  },
  METRICS_TOKEN: {
    group: 'Operations',
    shape: optional
      .refine((value) => !value || /^[\x21-\x7e]{16,200}$/.test(value), 'takes 16 to 200 characters without a space')
      .default(null),
    does: 'What Prometheus sends as its Bearer token to read `/api/metrics`. Not set: metrics are for this machine alone.',
    takes: '16 to 200 characters without a space',
    usual: none,
    secret: true,
  },
  SHUTDOWN_DELAY: {
    group: 'Operations',
    shape: number(0, 15).default(0),
    does: 'Seconds in which a server that was told to stop says so at `/api/health/ready` and still takes requests. Set it above what your proxy needs to notice.',
    takes: '0 to 15',
    usual: '0',
  },
} as const satisfies Record<string, Setting>

const schema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { shape }]) => [name, shape])) as {
    [Name in keyof typeof settings]: (typeof settings)[Name]['shape']
  },
)

/** The configuration that `environment` asks for, or `WrongSetting` naming each setting that is wrong. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    throw new WrongSetting(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const set = result.data
  const providers = providersOf(set)
  const demo = set.DEMO && !set.DATABASE_URL
  return {
    port: set.PORT,
    host: set.HOST,
    databaseUrl: withPassword(set.DATABASE_URL, given['PGPASSWORD']),
    dataDir: set.DATA_DIR,
    demo,
    globalAdminEmail: set.GLOBAL_ADMIN_EMAIL,
    ...providers,
    mapboxToken: set.MAPBOX_TOKEN,
    mapboxUrl: set.MAPBOX_URL,
    regridToken: set.REGRID_TOKEN,
    regridUrl: set.REGRID_URL,
    poolSize: set.DATABASE_POOL,
    allowedOrigins: set.ALLOWED_ORIGINS,
    trustedProxies: set.TRUSTED_PROXIES,
    webDir: set.WEB_DIR,
    minimumPasswordLength: set.MINIMUM_PASSWORD_LENGTH,
    logLevel: set.LOG_LEVEL !== 'auto' ? set.LOG_LEVEL : demo ? 'warn' : 'info',
    logFormat: set.LOG_FORMAT !== 'auto' ? set.LOG_FORMAT : demo ? 'pretty' : null,
    metricsToken: set.METRICS_TOKEN,
    shutdownDelayMs: set.SHUTDOWN_DELAY * 1000,
  }
}

/** The application's own password follows from the owner's, so it is known where it is given beside the address, too. */
function withPassword(databaseUrl: string | null, password: string | undefined): string | null {
  if (!databaseUrl || !password) return databaseUrl
  const url = new URL(databaseUrl)
  url.password ||= password
  return url.toString()
}

/** The providers in use: the keyed ones where their token is set and nothing else is asked for. */
function providersOf(set: z.infer<typeof schema>): Pick<Config, 'parcelProvider' | 'geocoder' | 'basemap'> {
  const basemap = set.BASEMAP === 'auto' ? (set.MAPBOX_TOKEN ? 'mapbox' : 'maplibre') : set.BASEMAP
  if (set.PARCEL_PROVIDER === 'regrid' && !set.REGRID_TOKEN)
    throw new WrongSetting('PARCEL_PROVIDER: regrid needs its key in REGRID_TOKEN')
  if (set.GEOCODER === 'mapbox' && !set.MAPBOX_TOKEN)
    throw new WrongSetting('GEOCODER: mapbox needs its key in MAPBOX_TOKEN')
  // Its terms allow its places on its own maps alone.
  if (set.GEOCODER === 'mapbox' && basemap !== 'mapbox')
    throw new WrongSetting('GEOCODER: mapbox is only to be used with BASEMAP=mapbox; set both, or GEOCODER=embedded')
  const keyedGeocoder =
    set.GEOCODER === 'auto' ? set.MAPBOX_TOKEN !== null && basemap === 'mapbox' : set.GEOCODER === 'mapbox'
  const keyedParcels = set.PARCEL_PROVIDER === 'auto' ? set.REGRID_TOKEN !== null : set.PARCEL_PROVIDER === 'regrid'
  return {
    parcelProvider: keyedParcels ? 'regrid' : 'embedded',
    geocoder: keyedGeocoder ? 'mapbox' : 'embedded',
    basemap,
  }
}
