import { z } from 'zod'
import { optionalText, httpUrl, type Definitions } from './shapes.ts'

export const outsideServicesSettings = {
  PARCEL_PROVIDER: {
    shape: z.enum(['auto', 'regrid', 'embedded'], 'must be auto, regrid or embedded').default('auto'),
    description: 'Provider of parcel lookups. auto: Regrid if its token is set, otherwise the database.',
    accepts: 'auto, regrid or embedded',
  },
  GEOCODER: {
    shape: z.enum(['auto', 'mapbox', 'embedded'], 'must be auto, mapbox or embedded').default('auto'),
    description:
      'Provider of geocoding. auto: Mapbox if its token is set and Mapbox also draws the map, as its terms require; otherwise the database.',
    accepts: 'auto, mapbox or embedded',
  },
  BASEMAP: {
    shape: z.enum(['auto', 'mapbox', 'maplibre'], 'must be auto, mapbox or maplibre').default('auto'),
    description: 'Map library. auto: Mapbox if its token is set, otherwise MapLibre with tiles from the database.',
    accepts: 'auto, mapbox or maplibre',
  },
  MAPBOX_TOKEN: {
    shape: optionalText.default(null),
    description: 'Access token for Mapbox. Signed-in browsers receive it to draw the map, so restrict it to your URLs.',
    accepts: 'a public token (pk.…)',
    secret: true,
  },
  REGRID_TOKEN: {
    shape: optionalText.default(null),
    description: 'Access token for Regrid. It never leaves the server.',
    accepts: 'a Regrid API token',
    secret: true,
  },
  MAPBOX_URL: {
    shape: httpUrl.default('https://api.mapbox.com'),
    description: 'Base URL of Mapbox.',
    accepts: 'an http or https URL',
  },
  REGRID_URL: {
    shape: httpUrl.default('https://app.regrid.com'),
    description: 'Base URL of Regrid.',
    accepts: 'an http or https URL',
  },
  LIBREOFFICE: {
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
} as const satisfies Definitions
