import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RequestHandler } from 'express'
import { Unavailable } from '../domain/errors.ts'

/** Serves the built explorer to browsers at the GraphQL path; requests that prefer JSON are passed on. */
export function serveExplorer(webDir: string): RequestHandler {
  const page = join(resolve(webDir), 'explorer', 'index.html')
  return (request, response, next) => {
    if (request.method !== 'GET' || request.accepts(['json', 'html']) !== 'html') return next()
    if (!existsSync(page)) return next(new Unavailable('The web client has not been built. Run npm run build.'))
    response.setHeader('Cache-Control', 'no-cache').vary('Accept').sendFile(page)
  }
}
