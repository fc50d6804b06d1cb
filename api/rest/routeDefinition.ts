import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { authorize, assertCanWrite, requireSignedIn, type Action } from '../domain/permissions.ts'
import { Unauthenticated } from '../domain/errors.ts'

/**
 * Who gets as far as having their request read: anybody; whoever has a session, even one with a password change due;
 * whoever is signed in; or whoever has a permission. The use case asks again, about the thing itself.
 */
export type Access = 'public' | 'session' | 'signedIn' | Action

/** What a route is handed, read and checked by its definition. */
export interface Call<Query, Body> {
  query: Query
  body: Body
  /** The parts of the path by name. */
  params: Record<string, string>
  request: Request
  response: Response
}

/** An answer that is no JSON: its content types, each with what it holds. The route sends it itself. */
export interface FileResponse {
  files: Record<string, string>
  /** Headers that come with it. */
  headers?: Record<string, string>
  /** When it answers 204 instead. */
  noContent?: string
}

/** A body that is a form with a file: its fields with what they hold. The route reads it itself. */
export interface FileForm {
  file: string
  fields: Record<string, { description: string; enum?: readonly string[] }>
}

/** What is told of a route: its requests are checked by this, and its documentation is written from this. */
export interface RouteDescription {
  method: 'get' | 'post' | 'put' | 'delete'
  /** As express writes it: `/leads/:id`. */
  path: string
  /** Its name in the OpenAPI document: the name of the GraphQL operation that does the same, where there is one. */
  operationId: string
  /** The GraphQL operation that answers the same: `Query.leads`. */
  graphqlOperation?: string
  access: Access
  /** One line, imperative: 'List leads'. */
  summary: string
  /** What a caller has to know besides, in Markdown. */
  description?: string
  /** What each part of the path is; 'Id of the record.' when it is not told. */
  params?: Record<string, string>
  query?: z.ZodType
  /** The JSON body; optional when the shape takes `undefined`. */
  body?: z.ZodType
  /** Instead of a JSON body. */
  form?: FileForm
  /** What is sent, field by field as it is sent. */
  response: z.ZodType | FileResponse
  /** 200 unless told. */
  status?: number
  /** When it refuses with a status, besides what every route does. */
  errors?: Partial<Record<404 | 409 | 413 | 415 | 422 | 429 | 503, string>>
  /** The answer is told once and kept nowhere, so it is not kept for an Idempotency-Key either. */
  secret?: true
  /** A POST that changes nothing, so that an API key that may only read may send it. */
  readOnly?: true
  /** Of one thing that several people edit: a change takes If-Match with the ETag that reading it answered. */
  versioned?: true
}

/** A route as data: it is mounted from this. */
export interface RouteDefinition extends RouteDescription {
  handle: (ctx: Context, call: Call<never, never>) => Promise<unknown>
}

/** What may be given for an answer of type `T`: a `Date` becomes a text on the way. */
type Sendable<T> = T extends string
  ? T | Date
  : T extends readonly (infer Item)[]
    ? readonly Sendable<Item>[]
    : T extends object
      ? { [K in keyof T]: Sendable<T[K]> }
      : T

/** What `handle` resolves to: the answer, or nothing when the route sends a file. */
type HandlerResult<A> = A extends z.ZodType ? Sendable<z.output<A>> : void

/** Declares a route: what `handle` is given and what it must answer follow from the shapes beside it. */
export function defineRoute<
  ResponseShape extends z.ZodType | FileResponse,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Omit<RouteDescription, 'query' | 'body' | 'answer'> & {
    query?: Query
    body?: Body
    response: ResponseShape
    handle: (ctx: Context, call: Call<z.output<Query>, z.output<Body>>) => Promise<HandlerResult<ResponseShape>>
  },
): RouteDefinition {
  return definition as RouteDefinition
}

/** The routes of one feature, under one heading of the documentation. */
export interface Feature {
  tag: string
  description: string
  routes: RouteDefinition[]
}

/** Lets the actor as far as the request, or throws: 401 and 403 come before anything of the request is read. */
export function authorizeRoute({ actor }: Context, { access, method, readOnly: reads }: RouteDescription): void {
  if (access === 'public') return
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  if (access !== 'session') {
    if (access === 'signedIn') requireSignedIn(actor)
    else authorize(actor, access)
  }
  if (method !== 'get' && !reads) assertCanWrite(actor)
}

export function isFileResponse(response: z.ZodType | FileResponse): response is FileResponse {
  return 'files' in response
}
