import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { Unauthenticated } from '../domain/errors.ts'
import { authorize, assertCanWrite, requireSignedIn, type Action } from '../domain/permissions.ts'
import { presenterOf, type Presentable } from './present.ts'
import type { Upload, UploadLimits } from './upload.ts'

/**
 * Who may call a route: anyone; anyone with a session, even if a password change is required; any signed-in user; or
 * users with a permission. The use case then checks the permission for the specific record.
 */
export type Access = 'public' | 'session' | 'signedIn' | Action

/** A request with an Idempotency-Key whose response is not stored. */
export interface RepeatableRequest {
  /** The id of the event that the request records. It is the same for each request of the user with this key. */
  eventId: string
  /** The same request has succeeded before. */
  isRepeat: boolean
}

/** The validated input of a route. */
export interface Call<Query, Body> {
  query: Query
  body: Body
  /** The file of a route with a form. */
  upload: Upload
  /** Path parameters by name. */
  params: Record<string, string>
  /** Set with an Idempotency-Key if the response is a file, which is made again for a repeated request. */
  repeatable?: RepeatableRequest
  request: Request
  response: Response
}

/** A response other than JSON: a description for each content type. The route sends it itself. */
export interface FileResponse {
  files: Record<string, string>
  /** Descriptions of additional response headers. */
  headers?: Record<string, string>
  /** When the route responds with 204 instead. */
  noContent?: string
}

/** A multipart body with a file: its limits, and descriptions of the file and the other fields. */
export interface FileForm extends UploadLimits {
  file: string
  fields: Record<string, { description: string; enum?: readonly string[]; required?: true }>
}

/** Describes a route. Requests are validated against it, and the OpenAPI document is generated from it. */
export interface RouteDescription {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Express path pattern: `/leads/:id`. */
  path: string
  /** Operation name in the OpenAPI document. Same as the equivalent GraphQL operation, if there is one. */
  operationId: string
  /** The equivalent GraphQL operation: `Query.leads`. */
  graphqlOperation?: string
  access: Access
  /** One imperative line: 'List leads'. */
  summary: string
  /** Further notes for callers, in Markdown. */
  description?: string
  /** Descriptions of the path parameters; defaults to 'Id of the record.' */
  params?: Record<string, string>
  query?: z.ZodObject
  /** The JSON body; optional if the schema accepts `undefined`. */
  body?: z.ZodType
  /** A multipart body, instead of a JSON body. */
  form?: FileForm
  /** The response body. */
  response: z.ZodType | FileResponse
  /** Success status; defaults to 200. */
  status?: number
  /** Descriptions of other success statuses, with the same response, which the handler sets. */
  otherStatuses?: Partial<Record<202, string>>
  /** Error responses, in addition to those common to all routes. */
  errors?: Partial<Record<400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503, string>>
  /** A POST that makes no changes, so read-only API keys may use it. */
  readOnly?: true
  /** The record may be edited concurrently: changes accept If-Match with the ETag returned by a read. */
  versioned?: true
}

/** A route description with its handler. */
export interface RouteDefinition extends RouteDescription {
  handle: (ctx: Context, call: Call<never, never>) => Promise<unknown>
}

/** The return type of `handle`: what the response is presented from, or nothing if the route sends a file. */
type HandlerResult<A> = A extends z.ZodType ? Presentable<z.output<A>> : void

/** The operation name defaults to the name of the equivalent GraphQL operation. */
type OperationName =
  { operationId: string; graphqlOperation?: string } | { operationId?: never; graphqlOperation: string }

/** Declares a route. The types of the input and the return value of `handle` follow from its schemas. */
export function defineRoute<
  ResponseShape extends z.ZodType | FileResponse,
  Query extends z.ZodObject | z.ZodUndefined = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  method: RouteDescription['method'],
  path: string,
  definition: Omit<RouteDescription, 'method' | 'path' | keyof OperationName | 'query' | 'body' | 'response'> &
    OperationName & {
      query?: Query
      body?: Body
      response: ResponseShape
      handle: (ctx: Context, call: Call<z.output<Query>, z.output<Body>>) => Promise<HandlerResult<ResponseShape>>
    },
): RouteDefinition {
  const operationId = definition.operationId ?? definition.graphqlOperation.split('.')[1]
  const { response, handle } = definition
  const present = isFileResponse(response) ? () => undefined : presenterOf(response)
  return {
    method,
    path,
    ...definition,
    operationId,
    handle: async (ctx, call) => present((await handle(ctx, call)) as never),
  } as RouteDefinition
}

/** The routes of one feature, shown under one tag in the OpenAPI document. */
export interface Feature {
  tag: string
  description: string
  routes: RouteDefinition[]
}

/**
 * Throws `Unauthenticated` or `Forbidden` unless the actor may call the route. Runs before the request is parsed, so
 * that callers without access learn nothing about it.
 */
export function authorizeRoute({ actor }: Context, { access, method, readOnly }: RouteDescription): void {
  if (access === 'public') return
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  if (access !== 'session') {
    if (access === 'signedIn') requireSignedIn(actor)
    else authorize(actor, access)
  }
  if (method !== 'get' && !readOnly) assertCanWrite(actor)
}

export function isFileResponse(response: z.ZodType | FileResponse): response is FileResponse {
  return 'files' in response
}
