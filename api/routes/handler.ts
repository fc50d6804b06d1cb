import type { Request, RequestHandler, Response } from 'express'
import type { Context } from '../context.ts'

/** A route: parses, calls one use case and answers what is to be sent. Errors go to `http/problems.ts`. */
export type Route = (ctx: Context, request: Request, response: Response) => Promise<unknown>

/** How a route becomes express's; made in the server, where a request gets its context. */
export type Serve = (route: Route, status?: number) => RequestHandler
