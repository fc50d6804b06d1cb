import { z } from 'zod'
import { commaSeparated, optionalText, wholeNumber, type Definitions } from './shapes.ts'

export const serverSettings = {
  PORT: {
    shape: z.coerce.number('must be a port number, such as 4000').int().min(0).max(65_535).default(4000),
    description: 'Port to listen on.',
    accepts: '0 to 65535; 0 selects a free port',
  },
  HOST: {
    shape: z.string().min(1).default('127.0.0.1'),
    description: 'Address to listen on. With the demo data, the server always listens on the loopback address only.',
    accepts: 'an address of this machine; 0.0.0.0 for all addresses',
  },
  PUBLIC_URL: {
    shape: optionalText
      .refine(
        (value) => !value || (URL.parse(value)?.origin === value.replace(/\/$/, '') && /^https?:/.test(value)),
        'must be an origin such as https://app.example.com, without a path',
      )
      .default(null),
    description:
      'Address under which people open the server: links in mails and those to be passed on begin with it. If not set, they open on this machine only. A request cannot change it, as its Host header could.',
    accepts: 'an origin such as https://app.example.com',
  },
  ALLOWED_ORIGINS: {
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
    shape: z.coerce.number('must be a number of proxies, such as 1').int().min(0).max(10).default(0),
    description:
      'Number of your own proxies in front of the server. Rate limits apply to the address from which the outermost proxy was called.',
    accepts: '0 to 10',
  },
  ANONYMOUS_REQUESTS_PER_MINUTE: {
    shape: wholeNumber(10, 1_000_000).default(600),
    description:
      'Maximum number of API requests per minute without a valid session from one network address; more are answered with status 429. Health checks, map tiles and the files of the web client do not count.',
    accepts: '10 to 1000000',
  },
  API_DOCS: {
    shape: z.enum(['public', 'signed-in'], 'must be public or signed-in').default('public'),
    description:
      'Who may read the OpenAPI document, and with it the REST reference: everybody, or only signed-in users and API keys. The GraphQL schema is always for these only.',
    accepts: 'public or signed-in',
  },
  WEB_DIR: {
    shape: z.string().min(1).default('dist/web'),
    description: 'Folder of the built web client.',
    accepts: 'a folder',
  },
  GRAPHQL_DOCUMENTS: {
    shape: z
      .enum(['any', 'client', ''], 'must be any or client')
      .transform((value) => value || 'any')
      .default('any'),
    description:
      'GraphQL documents that are executed. client: only those of the web client of this release, so that nobody can send others; integrations use REST then.',
    accepts: 'any or client',
  },
} as const satisfies Definitions
