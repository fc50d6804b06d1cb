import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Context } from '../context.ts'
import { Malformed } from '../domain/errors.ts'
import { answerOnce, type Outcome } from './idempotency.ts'
import { letIn, type Call, type Feature, type RouteDefinition } from '../routes/handler.ts'
import { etagOf, isHeld } from '../routes/versions.ts'

const readJson = express.json({ limit: '1mb' })

/** Express's router of every route, each answering as its definition says. `contextOf` says who asks. */
export function restRouter(features: Feature[], contextOf: (request: Request) => Promise<Context>): Router {
  const router = express.Router()
  for (const { routes } of features)
    for (const route of routes) router[route.method](route.path, serve(route, contextOf))
  router.use((_request, response) => {
    response.status(404).type('application/problem+json')
    response.json({ type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is no such route.' })
  })
  return router
}

/** Who asks comes first, then what they ask: nobody learns the shape of a request they may not make. */
function serve(route: RouteDefinition, contextOf: (request: Request) => Promise<Context>): RequestHandler {
  return async (request, response) => {
    const ctx = await contextOf(request)
    letIn(ctx, route)
    const call = await readCall(route, request, response)
    send(request, response, route, await answerOnce(ctx, route, request, () => route.handle(ctx, call)))
  }
}

function send(request: Request, response: Response, { method, versioned }: RouteDefinition, outcome: Outcome): void {
  const { status, answer, replayed } = outcome
  // A file was sent already.
  if (answer === undefined) return
  if (replayed) response.setHeader('Idempotent-Replayed', 'true')
  const thing = versioned && (answer as { data?: object }).data
  // A list or a figure has a tag of its text alone: nobody can change it as one thing.
  const etag = thing ? etagOf(thing) : method === 'get' && `W/${etagOf(answer)}`
  if (etag) response.setHeader('ETag', etag)
  if (etag && method === 'get' && isHeld(request, etag)) return void response.status(304).end()
  if (status >= 400) response.type('application/problem+json')
  response.status(status).json(answer)
}

async function readCall(route: RouteDefinition, request: Request, response: Response): Promise<Call<never, never>> {
  const query = route.query?.parse(request.query)
  const body = route.body && (await bodyOf(route.body, request, response))
  return { query, body, params: request.params, request, response } as Call<never, never>
}

/** The body as its shape says; `ZodError` (400) names each field that cannot be read. */
async function bodyOf(shape: NonNullable<RouteDefinition['body']>, request: Request, response: Response) {
  await new Promise<void>((resolve, reject) =>
    readJson(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve())),
  )
  const given: unknown = request.body
  if (given === undefined && shape.safeParse(undefined).success) return undefined
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Malformed('Send a JSON object.')
  return shape.parse(given)
}
