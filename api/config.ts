import { z } from 'zod'

/** The configuration. This file is the only reader of the environment; see docs/configuration.md. */
export interface Config {
  port: number
  host: string
  /** Connection URL of the database owner; null for the embedded database. */
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
  /** Additional origins that may open a WebSocket. */
  allowedOrigins: string[]
  /** Number of our own proxies that append to X-Forwarded-For. */
  trustedProxies: number
  webDir: string
  minimumPasswordLength: number
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Null: pretty on a terminal, otherwise JSON. */
  logFormat: 'pretty' | 'json' | null
  /** Token for reading the metrics; null: only programs on this machine may read them. */
  metricsToken: string | null
  /** How long a stopping server still accepts requests, so that the proxy in front can notice. */
  shutdownDelayMs: number
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
  group: 'Server' | 'Database' | 'People' | 'Outside services' | 'Operations'
}

const onOrOff = z.enum(['on', 'off', ''], 'takes on or off').transform((value) => value !== 'off')
const optionalText = z
  .string()
  .trim()
  .transform((value) => value || null)
const httpUrl = z.url({ protocol: /^https?$/, error: 'takes an address such as https://api.example.com' })
const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
)
const wholeNumber = (min: number, max: number) => {
  const error = `takes a whole number from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
const unset = ''

/** All settings. docs/configuration.md and `.env.example` are generated from this list. */
export const settings = {
  PORT: {
    group: 'Server',
    shape: z.coerce.number('a port number, such as 4000').int().min(0).max(65_535).default(4000),
    description: 'The port it listens on.',
    accepts: '0 to 65535; 0 takes any free one',
    defaultText: '4000',
  },
  HOST: {
    group: 'Server',
    shape: z.string().min(1).default('127.0.0.1'),
    description:
      'The address it listens on. With the demo accounts that is the loopback address, whatever is set here.',
    accepts: 'an address of this machine; 0.0.0.0 for all of them',
    defaultText: '127.0.0.1',
  },
  ALLOWED_ORIGINS: {
    group: 'Server',
    shape: commaSeparated.default([]),
    description: 'Other origins whose pages may open a WebSocket.',
    accepts: 'origins such as https://app.example.com, separated by commas',
    defaultText: unset,
  },
  TRUSTED_PROXIES: {
    group: 'Server',
    shape: z.coerce.number('how many proxies stand in front, such as 1').int().min(0).max(10).default(0),
    description:
      'How many proxies of your own stand in front. Limits count by the address that the outermost of them was called from.',
    accepts: '0 to 10',
    defaultText: '0',
  },
  WEB_DIR: {
    group: 'Server',
    shape: z.string().min(1).default('dist/web'),
    description: 'Where the built pages are.',
    accepts: 'a folder',
    defaultText: 'dist/web',
  },
  DATABASE_URL: {
    group: 'Database',
    shape: optionalText
      .refine(
        (value) => !value || /^postgres(ql)?:\/\/([^/@]*@)?[^/@?]+\//.test(value),
        'takes an address such as postgres://user:password@host:5432/porchlight',
      )
      .default(null),
    description:
      'A PostgreSQL of your own, as the owner of the database. The password may stand in `PGPASSWORD`; the one of the application follows from it. Not set: the embedded one, in `DATA_DIR`.',
    accepts: 'postgres://user:password@host:5432/porchlight, PostgreSQL 15 or later',
    defaultText: unset,
    secret: true,
  },
  DATA_DIR: {
    group: 'Database',
    shape: z.string().min(1).default('.data'),
    description: 'Where the embedded database keeps everything.',
    accepts: 'a folder; it is made when it is not there',
    defaultText: '.data',
  },
  DATABASE_POOL: {
    group: 'Database',
    shape: wholeNumber(2, 200).default(10),
    description: 'Connections of one server process to the database.',
    accepts: '2 to 200',
    defaultText: '10',
  },
  DEMO: {
    group: 'Database',
    shape: onOrOff.default(true),
    description:
      'on: the embedded database begins with the demo town and its people. off: it begins empty, and demo accounts that are there cannot sign in. A database of your own has neither.',
    accepts: 'on or off',
    defaultText: 'on',
  },
  GLOBAL_ADMIN_EMAIL: {
    group: 'People',
    shape: optionalText
      .refine((value) => !value || /^\S+@\S+\.\S+$/.test(value), 'takes an e-mail address')
      .default(null),
    description: 'Whoever registers with this address first becomes the global admin.',
    accepts: 'an e-mail address',
    defaultText: unset,
  },
  MINIMUM_PASSWORD_LENGTH: {
    group: 'People',
    shape: wholeNumber(6, 128).default(6),
    description: 'How long a new password is at least. Passwords that are in use stay as they are.',
    accepts: '6 to 128',
    defaultText: '6',
  },
  PARCEL_PROVIDER: {
    group: 'Outside services',
    shape: z.enum(['auto', 'regrid', 'embedded'], 'takes auto, regrid or embedded').default('auto'),
    description: 'Where parcels are looked up. auto: at Regrid where its token is set, else in the database.',
    accepts: 'auto, regrid or embedded',
    defaultText: 'auto',
  },
  GEOCODER: {
    group: 'Outside services',
    shape: z.enum(['auto', 'mapbox', 'embedded'], 'takes auto, mapbox or embedded').default('auto'),
    description:
      'Where addresses are found. auto: at Mapbox where its token is set and it draws the map too, as its terms ask, else in the database.',
    accepts: 'auto, mapbox or embedded',
    defaultText: 'auto',
  },
  BASEMAP: {
    group: 'Outside services',
    shape: z.enum(['auto', 'mapbox', 'maplibre'], 'takes auto, mapbox or maplibre').default('auto'),
    description: 'What draws the map. auto: Mapbox where its token is set, else MapLibre over what is in the database.',
    accepts: 'auto, mapbox or maplibre',
    defaultText: 'auto',
  },
  MAPBOX_TOKEN: {
    group: 'Outside services',
    shape: optionalText.default(null),
    description:
      'The key to Mapbox. It is told to signed-in browsers, which draw the map with it: restrict it to your addresses.',
    accepts: 'a public token, pk.…',
    defaultText: unset,
    secret: true,
  },
  REGRID_TOKEN: {
    group: 'Outside services',
    shape: optionalText.default(null),
    description: 'The key to Regrid. It never leaves the server.',
    accepts: 'a token of the Regrid API',
    defaultText: unset,
    secret: true,
  },
  MAPBOX_URL: {
    group: 'Outside services',
    shape: httpUrl.default('https://api.mapbox.com'),
    description: 'Where Mapbox answers.',
    accepts: 'an http or https address',
    defaultText: 'https://api.mapbox.com',
  },
  REGRID_URL: {
    group: 'Outside services',
    shape: httpUrl.default('https://app.regrid.com'),
    description: 'Where Regrid answers.',
    accepts: 'an http or https address',
    defaultText: 'https://app.regrid.com',
  },
  LOG_LEVEL: {
    group: 'Operations',
    shape: z.enum(['auto', 'debug', 'info', 'warn', 'error'], 'takes auto, debug, info, warn or error').default('auto'),
    description:
      'What is logged: info has a line for each request, debug also those of probes and of the pages. auto: warn with the demo town, else info.',
    accepts: 'auto, debug, info, warn or error',
    defaultText: 'auto',
  },
  LOG_FORMAT: {
    group: 'Operations',
    shape: z.enum(['auto', 'pretty', 'json'], 'takes auto, pretty or json').default('auto'),
    description: 'json: one object a line. auto: pretty on a terminal and with the demo town, else json.',
    accepts: 'auto, pretty or json',
    defaultText: 'auto',
  },
  METRICS_TOKEN: {
    group: 'Operations',
    shape: optionalText
      .refine((value) => !value || /^[\x21-\x7e]{16,200}$/.test(value), 'takes 16 to 200 characters without a space')
      .default(null),
    description:
      'What Prometheus sends as its Bearer token to read `/api/metrics`. Not set: metrics are for this machine alone.',
    accepts: '16 to 200 characters without a space',
    defaultText: unset,
    secret: true,
  },
  SHUTDOWN_DELAY: {
    group: 'Operations',
    shape: wholeNumber(0, 15).default(0),
    description:
      'Seconds in which a server that was told to stop says so at `/api/health/ready` and still takes requests. Set it above what your proxy needs to notice.',
    accepts: '0 to 15',
    defaultText: '0',
  },
} as const satisfies Record<string, Setting>

const schema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { shape }]) => [name, shape])) as {
    [Name in keyof typeof settings]: (typeof settings)[Name]['shape']
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
  const demo = values.DEMO && !values.DATABASE_URL
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: withPassword(values.DATABASE_URL, nonEmpty['PGPASSWORD']),
    dataDir: values.DATA_DIR,
    demo,
    globalAdminEmail: values.GLOBAL_ADMIN_EMAIL,
    ...providers,
    mapboxToken: values.MAPBOX_TOKEN,
    mapboxUrl: values.MAPBOX_URL,
    regridToken: values.REGRID_TOKEN,
    regridUrl: values.REGRID_URL,
    poolSize: values.DATABASE_POOL,
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    webDir: values.WEB_DIR,
    minimumPasswordLength: values.MINIMUM_PASSWORD_LENGTH,
    logLevel: values.LOG_LEVEL !== 'auto' ? values.LOG_LEVEL : demo ? 'warn' : 'info',
    logFormat: values.LOG_FORMAT !== 'auto' ? values.LOG_FORMAT : demo ? 'pretty' : null,
    metricsToken: values.METRICS_TOKEN,
    shutdownDelayMs: values.SHUTDOWN_DELAY * 1000,
  }
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
    throw new InvalidSetting('PARCEL_PROVIDER: regrid needs its key in REGRID_TOKEN')
  if (values.GEOCODER === 'mapbox' && !values.MAPBOX_TOKEN)
    throw new InvalidSetting('GEOCODER: mapbox needs its key in MAPBOX_TOKEN')
  // The terms of Mapbox allow its geocoding results only on its own maps.
  if (values.GEOCODER === 'mapbox' && basemap !== 'mapbox')
    throw new InvalidSetting('GEOCODER: mapbox is only to be used with BASEMAP=mapbox; set both, or GEOCODER=embedded')
  const useMapbox =
    values.GEOCODER === 'auto' ? values.MAPBOX_TOKEN !== null && basemap === 'mapbox' : values.GEOCODER === 'mapbox'
  const useRegrid =
    values.PARCEL_PROVIDER === 'auto' ? values.REGRID_TOKEN !== null : values.PARCEL_PROVIDER === 'regrid'
  return {
    parcelProvider: useRegrid ? 'regrid' : 'embedded',
    geocoder: useMapbox ? 'mapbox' : 'embedded',
    basemap,
  }
}
