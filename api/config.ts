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
  parcelProvider: 'auto' | 'embedded'
  geocoder: 'auto' | 'embedded'
  basemap: 'auto' | 'mapbox' | 'maplibre'
  mapboxToken: string | null
  poolSize: number
  /** Browsers of these origins may open a WebSocket besides the server's own. */
  allowedOrigins: string[]
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
  PARCEL_PROVIDER: z.enum(['auto', 'embedded']).default('auto'),
  GEOCODER: z.enum(['auto', 'embedded']).default('auto'),
  BASEMAP: z.enum(['auto', 'mapbox', 'maplibre']).default('auto'),
  MAPBOX_TOKEN: optional.default(null),
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
  return {
    port: set.PORT,
    host: set.HOST,
    databaseUrl: set.DATABASE_URL,
    dataDir: set.DATA_DIR,
    demo: set.DEMO && !set.DATABASE_URL,
    globalAdminEmail: set.GLOBAL_ADMIN_EMAIL,
    parcelProvider: set.PARCEL_PROVIDER,
    geocoder: set.GEOCODER,
    basemap: set.BASEMAP,
    mapboxToken: set.MAPBOX_TOKEN,
    poolSize: set.DATABASE_POOL,
    allowedOrigins: set.ALLOWED_ORIGINS,
    webDir: set.WEB_DIR,
    minimumPasswordLength: set.MINIMUM_PASSWORD_LENGTH,
  }
}
