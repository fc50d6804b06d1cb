import { z } from 'zod'

/** Everything that can be set from outside. The only reader of the environment; documented in `.env.example`. */
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
}

/** A setting that cannot be used; the message names it and says what it takes. */
export class WrongSetting extends Error {}

const flag = z.enum(['on', 'off', '']).transform((value) => value !== 'off')
const optional = z
  .string()
  .trim()
  .transform((value) => value || null)
const address = z.url({ protocol: /^https?$/, error: 'takes an address such as https://api.example.com' })
const schema = z.object({
  PORT: z.coerce.number('a port number, such as 4000').int().min(0).max(65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: optional
    .refine(
      (value) => !value || /^postgres(ql)?:\/\/.+/.test(value),
      'takes an address such as postgres://user:password@host:5432/porchlight',
    )
    .default(null),
  DATA_DIR: z.string().min(1).default('.data'),
  DEMO: flag.default(true),
  GLOBAL_ADMIN_EMAIL: optional
    .refine((value) => !value || /^\S+@\S+\.\S+$/.test(value), 'takes an e-mail address')
    .default(null),
  PARCEL_PROVIDER: z.enum(['auto', 'regrid', 'embedded']).default('auto'),
  GEOCODER: z.enum(['auto', 'mapbox', 'embedded']).default('auto'),
  BASEMAP: z.enum(['auto', 'mapbox', 'maplibre']).default('auto'),
  MAPBOX_TOKEN: optional.default(null),
  MAPBOX_URL: address.default('https://api.mapbox.com'),
  REGRID_TOKEN: optional.default(null),
  REGRID_URL: address.default('https://app.regrid.com'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  TRUSTED_PROXIES: z.coerce.number('how many proxies stand in front, such as 1').int().min(0).max(10).default(0),
  WEB_DIR: z.string().min(1).default('dist/web'),
  MINIMUM_PASSWORD_LENGTH: z.coerce.number().int().min(6).max(128).default(6),
})

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
  return {
    port: set.PORT,
    host: set.HOST,
    databaseUrl: set.DATABASE_URL,
    dataDir: set.DATA_DIR,
    demo: set.DEMO && !set.DATABASE_URL,
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
  }
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
