import { maxLengthOf } from '../domain/maxLengths.ts'
import { answersWithSecret } from '../domain/operations.ts'
import type { EventType } from '../events/catalog.ts'
import { tenantEventTypes } from '../events/eventTypes.ts'
import { schemaVersionOf } from '../events/versions.ts'
import { deliverySchema } from '../usecases/webhooks/deliveryBodies.ts'
import { exampleOf } from './examples.ts'
import { referToEnums } from './namedEnums.ts'
import { healthRoutes } from './healthRoutes.ts'
import type {
  Content,
  Header,
  OpenApiDocument,
  Operation,
  Parameter,
  Schema,
  WebhookDescription,
} from './openapiDocument.ts'
import { jsonContentOf, schemaOf } from './openapiSchemas.ts'
import { errorCodes } from './problems.ts'
import { isFileResponse, type Feature, type RouteDescription } from './routeDefinition.ts'

const introduction = `The REST API of Porchlight. Sign in with \`POST /auth/login\` or create an API key, and send the token as
\`Authorization: Bearer …\`. Field names are in snake_case, times in ISO 8601 with a time zone, and amounts in dollars.

Lists return \`{"data": [...], "total": n}\` and accept \`limit\` (100 by default, at most 1,000) and \`offset\`, or \`after\` with the \`next_cursor\` of the page before. Single records
are returned as \`{"data": {...}}\`, confirmations as \`{"message": "..."}\`. Errors are \`application/problem+json\` (RFC 9457)
with a readable \`detail\` and \`errors\` by field. An id of another tenant returns the same error as an unknown id.

A global admin selects a tenant with \`X-Tenant-Id\` and can view the API as another role with \`X-Impersonate-Role\`,
or as a person with that role with \`X-Impersonate-User\`.
GET responses have an \`ETag\`; sent as \`If-None-Match\`, it returns 304 if the response is unchanged.

GraphQL at \`/graphql\` has all of it but files, and more. \`x-graphql\` names the equivalent GraphQL operation, and
\`x-permission\` the required permission.`

/** Generates the OpenAPI 3.1 document from the route definitions. */
export function describeRoutes(features: Feature[]): OpenApiDocument {
  const schemas: Record<string, Schema> = { Problem: problemSchema }
  const all: { tag: string; description: string; routes: RouteDescription[] }[] = [
    ...features,
    { tag: 'Operations', description: 'Health checks and metrics.', routes: healthRoutes },
  ]
  const paths: OpenApiDocument['paths'] = {}
  for (const { tag, routes } of all)
    for (const route of routes) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method]: operationOf(route, tag, schemas) }
    }
  const webhooks = Object.fromEntries(tenantEventTypes.map((type) => [type, webhookOf(type, schemas)]))
  // The enums of components are the named ones themselves.
  for (const [name, schema] of Object.entries(schemas)) if (!schema.enum) schemas[name] = referToEnums(schema, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Porchlight',
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: all.map(({ tag, description }) => ({ name: tag, description })),
    security: [{ bearer: [] }],
    paths: referToEnums(paths, schemas),
    webhooks,
    components: {
      schemas,
      parameters: headerParameters,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `access_token` of a sign-in, valid for 24 hours, or a personal API key.',
        },
      },
    },
  }
}

function webhookOf(type: EventType, schemas: Record<string, Schema>): WebhookDescription {
  const name = `${type}Event`
  schemas[name] = deliverySchema(type)
  const schema = { $ref: `#/components/schemas/${name}` }
  const content = { 'application/json': { schema, example: exampleOf(schema, schemas) } }
  return {
    post: {
      operationId: `on${type}`,
      tags: ['Webhooks'],
      summary: `Receive ${type}, version ${schemaVersionOf(type)}`,
      security: [],
      requestBody: { required: true, content },
      responses: {
        '2XX': { description: 'Received. The delivery is not sent again.' },
        410: { description: 'Disables the webhook.' },
        default: { description: 'The delivery is sent again later.' },
      },
    },
  }
}

function operationOf(route: RouteDescription, tag: string, schemas: Record<string, Schema>): Operation {
  const needsSignIn = route.access !== 'public'
  return {
    operationId: route.operationId,
    tags: [tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(needsSignIn ? {} : { security: [] }),
    'x-permission': route.access,
    ...(route.graphqlOperation ? { 'x-graphql': route.graphqlOperation } : {}),
    parameters: [
      ...pathParametersOf(route),
      ...queryParametersOf(route, schemas),
      ...headerNamesOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...bodyOf(route, schemas),
    responses: { ...successResponsesOf(route, schemas), ...errorResponsesOf(route) },
  }
}

function pathParametersOf(route: RouteDescription): Parameter[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    description: route.params?.[name!] ?? 'Id of the record.',
    schema: { type: 'string', maxLength: maxLengthOf(name!), ...(isUuid(route, name!) && { format: 'uuid' }) },
  }))
}

/** Whether a path parameter is the id of a record of Porchlight. */
const isUuid = ({ path }: RouteDescription, name: string) =>
  ['id', 'event_id'].includes(name) && !path.startsWith('/regrid/')

function queryParametersOf(route: RouteDescription, schemas: Record<string, Schema>): Parameter[] {
  if (!route.query) return []
  const { properties = {}, required = [] } = schemaOf(route.query, 'input', schemas)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }))
}

/** Whether the route accepts an Idempotency-Key: it makes changes, and its response is no secret. */
export function acceptsIdempotencyKey(route: RouteDescription): boolean {
  const changes = (route.method === 'post' || route.method === 'put') && !route.readOnly
  return changes && route.access !== 'public' && !answersWithSecret(route.graphqlOperation)
}

function headerNamesOf(route: RouteDescription): string[] {
  return [
    ...(route.access === 'public' ? [] : ['X-Tenant-Id', 'X-Impersonate-Role', 'X-Impersonate-User']),
    ...(acceptsIdempotencyKey(route) ? ['Idempotency-Key'] : []),
    ...(route.versioned && route.method !== 'get' ? ['If-Match'] : []),
    ...(route.method === 'get' && !isFileResponse(route.response) ? ['If-None-Match'] : []),
  ]
}

const makeHeader = (name: string, description: string, schema: Schema = { type: 'string' }): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

const headerParameters: Record<string, Parameter> = {
  'X-Tenant-Id': makeHeader('X-Tenant-Id', 'Tenant to work in; only for a global admin.', {
    type: 'string',
    format: 'uuid',
  }),
  'X-Impersonate-Role': makeHeader(
    'X-Impersonate-Role',
    'Role to view the app as; only for a global admin. It can only reduce permissions.',
    { type: 'string', enum: ['sales_rep', 'admin', 'owner'] },
  ),
  'X-Impersonate-User': makeHeader(
    'X-Impersonate-User',
    'User whose records to view, beside `X-Impersonate-Role` and `X-Tenant-Id`; only for a global admin. Changes are refused.',
    { type: 'string', format: 'uuid' },
  ),
  'Idempotency-Key': makeHeader(
    'Idempotency-Key',
    'A unique value chosen by the client, such as a UUID. Sending the same request again within 24 hours has no effect and returns the stored response with `Idempotency-Replayed: true`, or the same file made again; a different request with the same key is rejected.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  'If-Match': makeHeader(
    'If-Match',
    'ETag from the last read. The request fails with 412 if the record has changed since.',
  ),
  'If-None-Match': makeHeader('If-None-Match', 'ETag of an earlier response. Returns 304 while it is current.'),
}

function bodyOf(route: RouteDescription, schemas: Record<string, Schema>): Pick<Operation, 'requestBody'> {
  if (route.form) {
    const { file, fields } = route.form
    const properties: Record<string, Schema> = { file: { type: 'string', format: 'binary', description: file } }
    const required = Object.keys(fields).filter((name) => fields[name]!.required)
    for (const [name, { description, enum: members }] of Object.entries(fields))
      properties[name] = {
        type: 'string',
        description,
        ...(members ? { enum: members } : { maxLength: maxLengthOf(name) }),
      }
    const schema: Schema = { type: 'object', properties, required: ['file', ...required] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!route.body) return {}
  const required = !route.body.safeParse(undefined).success
  return { requestBody: { required, content: jsonContentOf(route.body, 'input', schemas) } }
}

function successResponsesOf(route: RouteDescription, schemas: Record<string, Schema>): Operation['responses'] {
  const status = String(route.status ?? 200)
  const { response } = route
  if (isFileResponse(response)) {
    const { files, headers = {} } = response
    const content = Object.entries(files).map(([type, description]) => [
      type,
      { schema: { type: 'string', description, ...(type.startsWith('text/') ? {} : { format: 'binary' }) } },
    ])
    const extraHeaders = Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ])
    return {
      [status]: {
        description: 'The requested file.',
        ...(extraHeaders.length > 0 ? { headers: Object.fromEntries(extraHeaders) as Record<string, Header> } : {}),
        content: Object.fromEntries(content) as Content,
      },
      ...(response.noContent ? { 204: { description: response.noContent } } : {}),
    }
  }
  return {
    [status]: {
      description: status === '201' ? 'Created.' : 'Success.',
      headers: {
        ...(route.method === 'get' ? { ETag: { schema: { type: 'string' } } } : {}),
        ...(route.access === 'public' ? {} : { 'X-Log-Position': positionHeader }),
      } as Record<string, Header>,
      content: jsonContentOf(response, 'output', schemas),
    },
    ...Object.fromEntries(
      Object.entries(route.otherStatuses ?? {}).map(([other, description]) => [
        other,
        { description, content: jsonContentOf(response, 'output', schemas) },
      ]),
    ),
    ...(route.method === 'get' ? { 304: { description: 'Not modified: the ETag in If-None-Match is current.' } } : {}),
  }
}

const positionHeader: Header = {
  description:
    'A position of the log of the tenant: the answer includes every event up to it. Absent for a caller without a tenant.',
  schema: { type: 'integer' },
}

const problemSchema: Schema = {
  type: 'object',
  description: 'Error details (RFC 9457).',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'Human-readable explanation of the error.' },
    code: { type: 'string', description: 'Stable code of the error, as in GraphQL.', enum: [...errorCodes] },
    errors: { type: 'object', description: 'Error messages by field.', additionalProperties: { type: 'string' } },
    current: { type: 'object', description: 'The current record, if the request named another version of it.' },
    code_required: { type: 'boolean', description: 'True if the sign-in needs a code in addition to the password.' },
    password_required: {
      type: 'boolean',
      description: 'True if the request succeeds after POST /auth/confirm-password.',
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  example: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Lead not found', code: 'NOT_FOUND' },
}

function errorResponsesOf(route: RouteDescription): Operation['responses'] {
  const isSignedIn = route.access !== 'public'
  const reasons: Record<number, string | false | undefined> = {
    400: 'The request is malformed, or a query parameter is unknown; `errors` names the fields.',
    401: isSignedIn && 'Not signed in, or the session has ended.',
    415: route.body && 'The content type of the body is not application/json.',
    403:
      isSignedIn &&
      'Permission denied, or something is required first: a password change, two factors or the password again.',
    412: route.versioned && route.method !== 'get' && 'The record has changed since it was read.',
    429: 'Too many requests without a valid session from one network address.',
    ...route.errors,
    404: joinReasons(
      route.errors?.[404] ??
        (isSignedIn && route.path.includes(':') && 'The record does not exist or is not visible to the caller.'),
      isSignedIn && 'The tenant of `X-Tenant-Id` or the user of `X-Impersonate-User` does not exist.',
    ),
    409: joinReasons(route.errors?.[409], acceptsIdempotencyKey(route) && keyInUse),
    422: joinReasons(
      route.errors?.[422] ?? (hasRequiredFields(route) && 'A required field is missing; `errors` names it.'),
      isSignedIn && '`X-Impersonate-Role` is not a role.',
      acceptsIdempotencyKey(route) && keyReused,
    ),
  }
  const content: Content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    Object.entries(reasons).flatMap(([status, description]) =>
      description ? [[status, { description, ...(status === '429' && { headers: limitHeaders }), content }]] : [],
    ),
  )
}

/** The headers of a 429. `RateLimit` and `RateLimit-Policy` are also in other responses to requests that a limit counts. */
const limitHeaders: Record<string, Header> = {
  'Retry-After': { description: 'The seconds after which the request is allowed.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'The limits that count this request, such as `"lookUps";q=120;w=120`: 120 requests in 120 seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'What is left of them, such as `"lookUps";r=119;t=1`: 119 requests, and all of them in a second. With `r=0`, `t` is when the next one is allowed.',
    schema: { type: 'string' },
  },
}

const joinReasons = (...reasons: (string | false | undefined)[]) => reasons.filter(Boolean).join(' ')

const hasRequiredFields = ({ query, body }: RouteDescription): boolean =>
  [query, body].some((shape) => shape && !shape.safeParse({}).success)

const keyInUse = 'The first request with this Idempotency-Key is still in progress.'
const keyReused = 'The Idempotency-Key was used for a different request.'
