import { getFlyer } from './flyerPage.ts'
import { defineRoute } from './routeDefinition.ts'

/** Static pages that predate the app, which shows them in a frame. They contain no scripts and no tenant data. */
export const legacyRoutes = [
  defineRoute('get', '/legacy/static/flyer.html', {
    operationId: 'flyer',
    access: 'public',
    summary: 'Read the flyer',
    description: 'A self-contained US Letter page for printing. Only pages of the same origin may embed it.',
    response: { files: { 'text/html': 'The flyer.' } },
    async handle(_ctx, { response }) {
      const { html, policy } = getFlyer()
      response
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .setHeader('Content-Security-Policy', policy)
        .setHeader('X-Frame-Options', 'SAMEORIGIN')
        .setHeader('Cache-Control', 'public, max-age=3600')
        .send(html)
    },
  }),
]
