import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler } from 'express'
import { referenceScript } from './referenceScript.ts'

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
<header><a href="/">Porchlight</a><h1>REST reference</h1><span id="caller"></span><a href="/api/openapi.json">openapi.json</a></header>
<main id="reference"><noscript>This page requires JavaScript. The same document is at /api/openapi.json.</noscript></main>
</body>
</html>
`

const fontFile = '/figtree-latin-wght-normal.woff2'
const sans = "'Figtree Variable', system-ui, sans-serif"
/** The parts of Swagger UI that set a font of their own; code keeps its monospaced font. */
const fontParts = [
  ...[
    '',
    '.info *',
    '.opblock-tag',
    '.opblock-tag small',
    '.opblock .opblock-summary-method',
    '.btn',
    'label',
    'select',
  ],
  ...['input', '.opblock .opblock-summary-description', '.opblock-section-header *', '.opblock-description-wrapper *'],
  ...['.parameter__name', '.parameter__in', '.response-col_status', '.response-col_description *', 'table thead tr *'],
  ...['.tab li', '.scheme-container *', '.model-title', 'section.models h4', '.opblock-title', '.auth-container *'],
  ...['.dialog-ux *', '.responses-inner h4', '.responses-inner h5', '.opblock-external-docs-wrapper *'],
].map((part) => `#reference .swagger-ui ${part}:not(code, code *, pre, pre *)`)

/** The hues of web/styles.css, for each method: what is read, made, replaced, changed and removed. */
const hues = `:root { --surface: #fff; --line: #e5e4e0; --ink: #1c1b18; --ink-2: #56534c; --accent-ink: #8a4b00; }
.dark-mode { --surface: #1a1a18; --line: #353431; --ink: #f3f2ef; --ink-2: #b5b2aa; --accent-ink: #ffc46b; }
.opblock-get { --hue: #1a57c2; --tint: #e8f0fe; }
.opblock-post { --hue: #12743a; --tint: #e4f5ea; }
.opblock-put { --hue: #735900; --tint: #fff5c8; }
.opblock-patch { --hue: #7a3aa8; --tint: #f5ebfb; }
.opblock-delete { --hue: #b8163a; --tint: #fdebef; }
.opblock-deprecated { --hue: #565b63; --tint: #eef0f2; }
`

const style = `${hues}@font-face { font-family: 'Figtree Variable'; font-weight: 300 900; font-display: swap; src: url(/api/docs${fontFile}) format('woff2-variations'); }
body { margin: 0; background: #f6f6f4; font-family: ${sans}; }
.dark-mode body { background: #121211; }
${fontParts.join(', ')} { font-family: ${sans}; }
header { position: sticky; top: 0; z-index: 2; display: flex; gap: 14px; align-items: center; min-height: 56px; padding: 0 20px; background: #1c1b18; color: #b9b5ab; font-size: 14px; }
header a { color: #fff; text-decoration: none; font-weight: 600; }
header h1 { flex: 1; margin: 0; font-size: 14px; font-weight: 450; }
#reference .search { box-sizing: border-box; display: block; width: calc(100% - 40px); max-width: 1080px; min-height: 44px; margin: 20px auto 4px; padding: 0 14px; border: 1px solid #8f8c85; border-radius: 8px; background: #fff; color: #1c1b18; font-size: 16px; }
#reference .search:focus-visible { outline: 2px solid #a85c00; outline-offset: 1px; }
.dark-mode #reference .search { background: #1a1a18; color: #f4f2ed; }
.swagger-ui .wrapper { box-sizing: border-box; max-width: 1120px; padding: 0 20px; }
#reference .opblock-tag { border-color: var(--line); color: var(--ink); font-size: 18px; }
#reference .opblock { margin: 0 0 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); box-shadow: none; }
#reference .opblock .opblock-summary { border-color: var(--line); }
#reference .opblock .opblock-summary-method { min-width: 68px; padding: 5px 0; border-radius: 6px; background: var(--tint); color: var(--hue); font-size: 12px; text-shadow: none; }
#reference .opblock .opblock-summary-path { color: var(--ink); font-size: 14px; font-weight: 550; }
#reference .opblock .opblock-summary-description { color: var(--ink-2); }
#reference .opblock .opblock-section-header { background: transparent; border-bottom: 1px solid var(--line); }
#reference .opblock .tab-header .tab-item.active h4 span::after { background: #ffab2e; }
#reference .scheme-container { background: transparent; }
#reference textarea { border: 1px solid var(--line); background: transparent; font-family: ui-monospace, monospace; }
#reference select { border: 1px solid #8f8c85; border-radius: 8px; box-shadow: none; }
#reference .btn { border-color: var(--line); border-radius: 8px; box-shadow: none; color: var(--ink); }
#reference .btn.authorize svg { fill: currentcolor; }
#reference .btn.execute { border-color: #f79b14; background: #ffab2e; color: #241703; }
#reference .info .title { color: var(--ink); font-size: 24px; font-weight: 650; letter-spacing: -0.018em; }
#reference .info .title small { top: -3px; padding: 3px 7px; border-radius: 6px; background: #56534c; font-size: 12px; }
#reference .info .title small pre { font: inherit; font-weight: 550; }
#reference .info p { color: var(--ink-2); font-size: 15px; line-height: 1.5; }
#reference .renderedMarkdown code { padding: 1px 5px; color: var(--ink); font-size: 13px; font-weight: 500; }
#reference .info a, #reference .renderedMarkdown a { color: var(--accent-ink); }
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .opblock .opblock-summary-description { min-width: 12ch; }
.swagger-ui .opblock .opblock-section-header, .swagger-ui .scheme-container { box-shadow: none; }
@media (max-width: 640px) {
  header { flex-wrap: wrap; padding-block: 10px; }
  #caller { order: 1; flex-basis: 100%; }
  .swagger-ui .wrapper { padding: 0 16px; }
  #reference .info { margin: 20px 0; }
  /* The header has the link to the document. */
  #reference .info .main > .link, #reference .info__license { display: none; }
  #reference .scheme-container { margin: 0; padding: 0; }
  #reference .search { width: calc(100% - 32px); }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: 4px 10px; text-align: left; }
  .swagger-ui table { display: block; overflow-x: auto; }
}
`

const folderOf = (packageFile: string) => dirname(fileURLToPath(import.meta.resolve(packageFile)))

/** Middleware that serves the files of the page. */
export function referenceAssets(): RequestHandler {
  const serve = (folder: string) => express.static(folder, { index: false, maxAge: '1h' })
  const viewerFiles = serve(folderOf('swagger-ui-dist/package.json'))
  const fontFiles = serve(`${folderOf('@fontsource-variable/figtree/package.json')}/files`)
  return (request, response, next) => {
    if (request.path === '/reference.js') return void response.type('js').send(referenceScript)
    if (request.path === '/reference.css') return void response.type('css').send(style)
    if (request.path === fontFile) return fontFiles(request, response, next)
    if (['/swagger-ui.css', '/swagger-ui-bundle.js'].includes(request.path)) return viewerFiles(request, response, next)
    next()
  }
}
