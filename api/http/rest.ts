import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Context } from '../context.ts'
import { Malformed, WrongType } from '../domain/errors.ts'
import { checkStorable } from '../domain/storable.ts'
import { letIn, type Call, type Feature, type RouteDefinition, type RouteDescription } from '../routes/handler.ts'
import { runningRoutes } from '../routes/running.ts'
import { etagOf, isHeld } from '../routes/versions.ts'
import { answerOnce, type Outcome } from './idempotency.ts'

const readJson = express.json({ limit: '1mb' })

/** Says who asks for a route. */
type ContextOf = (request: Request, route: RouteDefinition) => Context | Promise<Context>

/** Express's router of every route, each answering as its definition says. `contextOf` says who asks. */
export function restRouter(features: Feature[], contextOf: ContextOf): Router {
  const router = express.Router()
  for (const { routes } of features)
    for (const route of routes) router[route.method](route.path, serve(route, contextOf))
  router.use(refuseUnknown([...features.flatMap(({ routes }) => routes), ...runningRoutes]))
  return router
}

/** 405 with the methods that a path has, 404 for a path that is none. */
function refuseUnknown(routes: RouteDescription[]): RequestHandler {
  const known = routes.map(({ method, path }) => ({
    method,
    like: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  }))
  return ({ method: asked, path }, response) => {
    const there = known.flatMap(({ method, like }) => (like.test(path) ? [method.toUpperCase()] : []))
    // A route that passed the request on by its own method is none to who asks, such as the metrics to a stranger.
    const allowed = there.includes(asked) ? '' : there.join(', ')
    if (allowed) response.setHeader('Allow', allowed)
    const answer = allowed
      ? { status: 405, title: 'Method Not Allowed', detail: `This route takes ${allowed}.` }
      : { status: 404, title: 'Not Found', detail: 'There is no such route.' }
    response.status(answer.status).type('application/problem+json')
    response.json({ type: 'about:blank', ...answer })
  }
}

/** Who asks comes first, then what they ask: nobody learns the shape of a request they may not make. */
function serve(route: RouteDefinition, contextOf: ContextOf): RequestHandler {
  return async (request, response) => {
    const ctx = await contextOf(request, route)
    letIn(ctx, route)
    const call = await readCall(route, request, response)
    send(request, response, route, await answerOnce(ctx, route, request, () => route.handle(ctx, call)))
  }
}

function send(
  request: Request,
  response: Response,
  { method, access, versioned }: RouteDefinition,
  outcome: Outcome,
): void {
  const { status, answer, replayed } = outcome
  // A file was sent already.
  if (answer === undefined) return
  if (replayed) response.setHeader('Idempotent-Replayed', 'true')
  const thing = versioned && (answer as { data?: object }).data
  // A list or a figure has a tag of its text alone: nobody can change it as one thing.
  const text = JSON.stringify(answer)
  const etag = thing ? etagOf(JSON.stringify(thing)) : method === 'get' && `W/${etagOf(text)}`
  if (etag) response.setHeader('ETag', etag)
  // Held by who asked alone, and asked for again before it is shown.
  if (method === 'get' && access !== 'public') response.setHeader('Cache-Control', 'private, no-cache')
  if (etag && method === 'get' && isHeld(request, etag)) return void response.status(304).end()
  response
    .status(status)
    .type(status >= 400 ? 'application/problem+json' : 'application/json')
    .send(text)
}

async function readCall(route: RouteDefinition, request: Request, response: Response): Promise<Call<never, never>> {
  checkStorable([request.query, request.params])
  const query = route.query?.parse(request.query)
  const body = route.body && (await bodyOf(route.body, request, response))
  return { query, body, params: request.params, request, response } as Call<never, never>
}

/** The body as its shape says; `ZodError` (400) names each field that cannot be read. Throws `WrongType` for another kind. */
async function bodyOf(shape: NonNullable<RouteDefinition['body']>, request: Request, response: Response) {
  // A body of nothing is none, whatever its kind.
  if (request.get('Content-Length') !== '0' && request.is('application/json') === false)
    throw new WrongType('Send the body as application/json.')
  await new Promise<void>((resolve, reject) =>
    readJson(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve())),
  )
  const given: unknown = request.body
  checkStorable(given)
  if (given === undefined && shape.safeParse(undefined).success) return undefined
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Malformed('Send a JSON object.')
  return shape.parse(given)
}
