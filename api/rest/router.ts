import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { cancelOnDisconnect } from '../database/cancellation.ts'
import { Malformed, UnsupportedMediaType } from '../domain/errors.ts'
import { checkLengthsIn } from '../domain/maxLengths.ts'
import { checkStorable } from '../domain/storable.ts'
import { withPosition } from '../log/answerPosition.ts'
import { replayedHeaders } from './clientIds.ts'
import { etagOf, isNotModified } from './etags.ts'
import { healthRoutes } from './healthRoutes.ts'
import { runOnce, type RouteResult } from './idempotency.ts'
import { parseAnyJsonBody } from './jsonBody.ts'
import { parseInput } from './parseInput.ts'
import { makeProblem } from './problems.ts'
import {
  authorizeRoute,
  type Call,
  type Feature,
  type RouteDefinition,
  type RouteDescription,
} from './routeDefinition.ts'
import { readUpload } from './upload.ts'

/** Builds the context of a request: signed in, or anonymous for public routes. */
type ContextFactory = (request: Request, route: RouteDefinition) => Context | Promise<Context>

/** Creates the Express router for all routes. */
export function restRouter(features: Feature[], contextFor: ContextFactory): Router {
  const router = express.Router()
  for (const { routes } of features)
    for (const route of routes) router[route.method](route.path, makeHandler(route, contextFor))
  router.use(rejectUnknownRoute([...features.flatMap(({ routes }) => routes), ...healthRoutes]))
  return router
}

/** Responds with 405 and the allowed methods if the path exists, otherwise with 404. */
function rejectUnknownRoute(routes: RouteDescription[]): RequestHandler {
  return ({ method: requested, path }, response) => {
    const methods = routes.flatMap((route) => (isPathOf(route, path) ? [route.method.toUpperCase()] : []))
    // A route that exists but called next(), such as the metrics for remote callers, responds with 404.
    const allowed = methods.includes(requested) ? '' : methods.join(', ')
    if (allowed) response.setHeader('Allow', allowed)
    const problem = allowed
      ? makeProblem(405, `This route allows ${allowed}.`)
      : makeProblem(404, 'There is no such route.')
    response.status(problem.status).type('application/problem+json').json(problem)
  }
}

/** Whether the path has the segments of the route, with any text for each parameter. */
function isPathOf(route: RouteDescription, path: string): boolean {
  const expected = route.path.split('/')
  const segments = path.replace(/\/$/, '').split('/')
  return (
    segments.length === expected.length &&
    expected.every((segment, index) => (segment.startsWith(':') ? segments[index] !== '' : segments[index] === segment))
  )
}

/** Checks access before parsing the request, so that callers without access learn nothing about its format. */
function makeHandler(route: RouteDefinition, contextFor: ContextFactory): RequestHandler {
  return async (request, response) => {
    // Browsers do not cache the response: another user of the device, or a user who has lost a permission, could read it there. A
    // client that keeps a response itself can revalidate it with its ETag.
    if (route.method !== 'get' || route.access !== 'public') response.setHeader('Cache-Control', 'no-store')
    const ctx = await contextFor(request, route)
    authorizeRoute(ctx, route)
    const call = await parseCall(route, request, response)
    const [once, position] = await withPosition(ctx, () =>
      runOnce(ctx, route, call, (repeatable) => {
        const run = () => route.handle(ctx, { ...call, ...(repeatable && { repeatable }) })
        return route.method === 'get' ? cancelOnDisconnect(response, run) : run()
      }),
    )
    // A route that sends a file has sent its headers.
    if (position !== null && !response.headersSent) response.setHeader('X-Log-Position', position)
    sendResult(request, response, route, once)
  }
}

function sendResult(
  request: Request,
  response: Response,
  { method, versioned, otherStatuses }: RouteDefinition,
  { status, body, replayed }: RouteResult,
): void {
  // The route has already sent a file.
  if (body === undefined) return
  if (replayed) response.setHeaders(replayedHeaders)
  const item = versioned && (body as { data?: object }).data
  // Lists and metrics cannot be edited as one record, so they have only a weak ETag of the response.
  // Encoded once, for the hash and for the response.
  const content = Buffer.from(JSON.stringify(body))
  const etag = item ? etagOf(JSON.stringify(item)) : method === 'get' && `W/${etagOf(content)}`
  if (etag) response.setHeader('ETag', etag)
  if (etag && method === 'get' && isNotModified(request, etag)) return void response.status(304).end()
  response
    .status(otherStatuses && response.statusCode in otherStatuses ? response.statusCode : status)
    .type(`${status >= 400 ? 'application/problem+json' : 'application/json'}; charset=utf-8`)
    .send(content)
}

async function parseCall(route: RouteDefinition, request: Request, response: Response): Promise<Call<never, never>> {
  checkStorable([request.query, request.params])
  checkLengthsIn('params', request.params)
  checkNames(route, request.query)
  const query = route.query && parseInput(route.query, request.query)
  const body = route.body && (await parseBody(route.body, request, response))
  const upload = route.form && (await readUpload(request, route.form))
  if (upload) checkLengthsIn('form', { ...upload.fields, filename: upload.filename })
  return { query, body, upload, params: request.params, request, response } as Call<never, never>
}

/** Throws `Malformed` for a parameter that the route does not have: a filter with a wrong name would select everything. */
function checkNames({ query }: RouteDefinition, given: Request['query']): void {
  const known = Object.keys(query?.shape ?? {})
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const accepted = known.length > 0 ? `The parameters are: ${known.join(', ')}.` : 'This route has no parameters.'
  throw new Malformed(`Unknown parameter: ${unknown}. ${accepted}`, { [unknown]: accepted })
}

/** Parses the JSON body. Throws `UnsupportedMediaType` for other content types, otherwise as `parseInput` does. */
async function parseBody(shape: NonNullable<RouteDefinition['body']>, request: Request, response: Response) {
  // An empty body counts as absent, whatever its content type.
  if (request.get('Content-Length') !== '0' && request.is('application/json') === false)
    throw new UnsupportedMediaType('Send the body as application/json.')
  await new Promise<void>((resolve, reject) =>
    parseAnyJsonBody(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve())),
  )
  const given: unknown = request.body
  checkStorable(given)
  if (given === undefined && shape.safeParse(undefined).success) return undefined
  const isList = shape instanceof z.ZodArray
  if (typeof given !== 'object' || given === null || Array.isArray(given) !== isList)
    throw new Malformed(isList ? 'Send a JSON array.' : 'Send a JSON object.')
  return parseInput(shape, given)
}
