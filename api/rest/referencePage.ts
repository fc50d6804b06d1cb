import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler } from 'express'

/** The page of the API reference: Swagger UI, loaded from this server. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Porchlight REST reference</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/reference.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/reference.js" defer></script>
</head>
<body>
<header><a href="/">Porchlight</a><span>REST reference</span><a href="/api/openapi.json">openapi.json</a></header>
<main id="reference"><noscript>This page requires JavaScript. The same document is at /api/openapi.json.</noscript></main>
</body>
</html>
`

const script = `const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', applyTheme)
applyTheme()
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
})
`

const style = `body { margin: 0; background: #f6f6f4; }
.dark-mode body { background: #1c2022; }
header { position: sticky; top: 0; z-index: 2; display: flex; gap: 14px; align-items: center; min-height: 56px; padding: 0 20px; background: #1c1b18; color: #b9b5ab; font: 15px system-ui, sans-serif; }
header a { color: #fff; text-decoration: none; font-weight: 600; }
header span { flex: 1; }
.swagger-ui .wrapper { box-sizing: border-box; }
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .opblock .opblock-summary-description { min-width: 12ch; }
.swagger-ui .opblock .opblock-section-header, .swagger-ui .scheme-container { box-shadow: none; }
@media (max-width: 640px) {
  header span { visibility: hidden; }
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: 4px 10px; text-align: left; }
  .swagger-ui table { display: block; overflow-x: auto; }
}
`

/** Middleware that serves the files of the page. */
export function referenceAssets(): RequestHandler {
  const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  const libraryFiles = express.static(folder, { index: false, maxAge: '1h' })
  return (request, response, next) => {
    if (request.path === '/reference.js') return void response.type('js').send(script)
    if (request.path === '/reference.css') return void response.type('css').send(style)
    if (['/swagger-ui.css', '/swagger-ui-bundle.js'].includes(request.path))
      return libraryFiles(request, response, next)
    next()
  }
}
