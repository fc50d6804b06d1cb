import { z } from 'zod'
import { describeRoutes } from './openapi.ts'
import type { OpenApiDocument } from './openapiDocument.ts'
import { referencePage } from './referencePage.ts'
import { defineRoute, type Feature, type RouteDefinition } from './routeDefinition.ts'

/**
 * Routes of the API reference: the OpenAPI document of all `features`, including these routes, and a page that shows it. The page
 * itself is the same for everybody: it reads the document with the session of the browser.
 */
export function referenceRoutes(features: () => Feature[], access: 'public' | 'signedIn'): RouteDefinition[] {
  let described: OpenApiDocument | null = null
  const document = () => (described ??= describeRoutes(features()))
  return [
    defineRoute('get', '/openapi.json', {
      operationId: 'openapi',
      access,
      summary: 'Read this document as OpenAPI 3.1',
      description: 'Generated from the definitions that validate requests.',
      response: z.record(z.string(), z.unknown()),
      handle: async () => ({ ...document() }),
    }),
    defineRoute('get', '/docs', {
      operationId: 'docs',
      access: 'public',
      summary: 'Read the API reference',
      response: { files: { 'text/html': 'The API reference as a web page.' } },
      async handle(_ctx, { response }) {
        response.type('html').setHeader('Cache-Control', 'no-cache').send(referencePage)
      },
    }),
  ]
}
