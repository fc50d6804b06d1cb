import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RequestHandler } from 'express'

/** `npm start` builds the explorer after the server listens. */
const notBuiltPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>Explorer</title>
<p>The explorer is being built. This page shows it when it is ready. If it does not, run npm run build.
`

/** Serves the built explorer to browsers at the GraphQL path; requests that prefer JSON are passed on. */
export function serveExplorer(webDir: string): RequestHandler {
  const page = join(resolve(webDir), 'explorer', 'index.html')
  return (request, response, next) => {
    if (request.method !== 'GET' || request.accepts(['json', 'html']) !== 'html') return next()
    response.setHeader('Cache-Control', 'no-cache').vary('Accept')
    if (existsSync(page)) return response.sendFile(page)
    response.status(503).setHeader('Retry-After', '2').type('html').send(notBuiltPage)
  }
}
