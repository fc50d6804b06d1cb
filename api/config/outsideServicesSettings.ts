import { z } from 'zod'
import { parseMailUrl, parseSender } from './mailServer.ts'
import { optionalText, httpUrl, type Definitions } from './shapes.ts'

export const outsideServicesSettings = {
  PARCEL_PROVIDER: {
    shape: z.enum(['auto', 'regrid', 'embedded'], 'must be auto, regrid or embedded').default('auto'),
    description: 'Provider of parcel lookups. auto: Regrid if its token is set, otherwise the database.',
    accepts: 'auto, regrid or embedded',
  },
  PARCEL_IMPORT: {
    shape: z.enum(['global_admins', 'owners'], 'must be global_admins or owners').default('global_admins'),
    description:
      'Who may import a file of parcels that one company alone finds, of up to 2 GB. global_admins: global admins who have chosen the company. owners: also its owners. The parcels of such files are kept in the database beside those of the server.',
    accepts: 'global_admins or owners',
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
  MAIL_URL: {
    shape: optionalText
      .refine(
        (value) => !value || parseMailUrl(value) !== null,
        'must be a URL such as smtps://user:password@mail.example.com:465, without a path',
      )
      .default(null),
    description:
      'SMTP server that takes mails: smtps uses TLS from the start, smtp STARTTLS if the server offers it, which it must if the URL has a password and the server is not on this machine. Percent-encode special characters of the password. If not set, no mails are sent, and whoever may pass a link on is shown it. Requires `MAIL_FROM`; links in mails begin with `PUBLIC_URL`.',
    accepts: 'smtp://… or smtps://…',
    secret: true,
  },
  MAIL_FROM: {
    shape: optionalText
      .refine(
        (value) => !value || parseSender(value) !== null,
        'must be an address such as Porchlight <mail@example.com>',
      )
      .default(null),
    description: 'Sender of all mails. Mail servers should accept it from `MAIL_URL` (SPF, DKIM).',
    accepts: 'an address such as Porchlight <mail@example.com>',
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
