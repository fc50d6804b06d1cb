import { getFlyer } from '../services/documents/flyer/flyerPage.ts'
import { defineRoute } from './routeDefinition.ts'
import { styleHash } from './securityPolicy.ts'

/** Static pages that predate the app, which shows them in a frame. They contain no scripts and no tenant data. */
export const legacyRoutes = [
  defineRoute('get', '/legacy/static/flyer.html', {
    operationId: 'flyer',
    access: 'public',
    summary: 'Read the flyer',
    description: 'A self-contained US Letter page for printing. Only pages of the same origin may embed it.',
    response: { files: { 'text/html': 'The flyer.' } },
    async handle(_ctx, { response }) {
      const { html, style } = getFlyer()
      response
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .setHeader('Content-Security-Policy', policyFor(style))
        .setHeader('X-Frame-Options', 'SAMEORIGIN')
        .setHeader('Cache-Control', 'public, max-age=3600')
        .send(html)
    },
  }),
]

/** A Content-Security-Policy that allows only the inline style and font; only our own pages may embed the flyer. */
const policyFor = (style: string): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash(style)}`,
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
