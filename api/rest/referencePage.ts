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
const hues = `:root { --canvas: #f6f6f4; --surface: #fff; --sunken: #eceae6; --line: #e5e4e0; --ink: #1c1b18; --ink-2: #56534c; --accent-ink: #8a4b00; }
.dark-mode { --canvas: #121211; --surface: #1a1a18; --sunken: #232321; --line: #353431; --ink: #f3f2ef; --ink-2: #b5b2aa; --accent-ink: #ffc46b; }
.opblock-get { --hue: #1a57c2; --tint: #e8f0fe; }
.opblock-post { --hue: #12743a; --tint: #e4f5ea; }
.opblock-put { --hue: #735900; --tint: #fff5c8; }
.opblock-patch { --hue: #7a3aa8; --tint: #f5ebfb; }
.opblock-delete { --hue: #b8163a; --tint: #fdebef; }
.opblock-deprecated { --hue: #565b63; --tint: #eef0f2; }
.dark-mode .opblock-get { --hue: #8fb8ff; --tint: #162541; }
.dark-mode .opblock-post { --hue: #6fd597; --tint: #14301f; }
.dark-mode .opblock-put { --hue: #f0cb52; --tint: #322b0c; }
.dark-mode .opblock-patch { --hue: #d5a9f3; --tint: #2d1c3a; }
.dark-mode .opblock-delete { --hue: #ff8fa3; --tint: #3a1620; }
.dark-mode .opblock-deprecated { --hue: #b3b8c0; --tint: #26282b; }
`

const style = `${hues}@font-face { font-family: 'Figtree Variable'; font-weight: 300 900; font-display: swap; src: url(/api/docs${fontFile}) format('woff2-variations'); }
body { margin: 0; font-family: ${sans}; }
html, body, #reference .swagger-ui { background: var(--canvas); color: var(--ink); }
#reference :is(p, li, td, th, label, h2, h3, h4, h5, .opblock-tag small, .servers-title, .parameter__name, .model-title) { color: var(--ink); }
${fontParts.join(', ')} { font-family: ${sans}; }
header { position: sticky; top: 0; z-index: 2; display: flex; gap: 14px; align-items: center; min-height: 56px; padding: 0 20px; background: #1c1b18; color: #b9b5ab; font-size: 14px; }
header a { color: #fff; text-decoration: none; font-weight: 600; }
header h1 { flex: 1; margin: 0; font-size: 14px; font-weight: 450; }
#reference .search { box-sizing: border-box; display: block; width: calc(100% - 40px); max-width: 1080px; min-height: 44px; margin: 20px auto 4px; padding: 0 14px; border: 1px solid #8f8c85; border-radius: 8px; background: #fff; color: #1c1b18; font-size: 16px; }
#reference .search:focus-visible { outline: 2px solid #a85c00; outline-offset: 1px; }
.dark-mode #reference .search { background: #1a1a18; color: #f4f2ed; }
.swagger-ui .wrapper { box-sizing: border-box; max-width: 1120px; padding: 0 20px; }
#reference .opblock-tag { padding: 12px 0; border-color: var(--line); color: var(--ink); font-size: 18px; }
#reference :is(.opblock-tag, .opblock-summary) .arrow { width: 16px; height: 16px; fill: var(--ink-2); }
#reference .opblock { margin: 0 0 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); box-shadow: none; }
#reference .opblock .opblock-summary { border-color: var(--line); }
#reference .opblock .opblock-summary-method { min-width: 68px; padding: 5px 0; border-radius: 6px; background: var(--tint); color: var(--hue); font-size: 12px; text-shadow: none; }
#reference .opblock .opblock-summary-path { color: var(--ink); font-size: 14px; font-weight: 550; }
#reference .opblock .opblock-summary-description { color: var(--ink-2); }
#reference .opblock .opblock-section-header { background: transparent; border-bottom: 1px solid var(--line); }
#reference .opblock .tab-header .tab-item.active h4 span::after { background: #ffab2e; }
#reference textarea { border: 1px solid var(--line); background: transparent; font-family: ui-monospace, monospace; }
#reference select { background-color: var(--surface); color: var(--ink); border: 1px solid #8f8c85; border-radius: 8px; box-shadow: none; }
#reference .btn { border-color: var(--line); border-radius: 8px; box-shadow: none; color: var(--ink); }
#reference .btn.authorize { display: inline-flex; gap: 8px; align-items: center; min-height: 36px; padding: 0 14px; background: var(--surface); font-size: 14px; font-weight: 550; }
#reference .btn.authorize span { padding: 0; }
#reference .btn.authorize svg { width: 16px; height: 16px; color: inherit; fill: currentcolor; }
/* This server is the only one. */
#reference .schemes > .schemes-server-container { display: none; }
#reference .auth-wrapper { justify-content: flex-start; }
#reference .btn.execute { border-color: #f79b14; background: #ffab2e; color: #241703; }
#reference .info .title { color: var(--ink); font-size: 24px; line-height: 32px; letter-spacing: -0.018em; }
#reference .info .title small { top: 0; vertical-align: middle; padding: 3px 8px; background: var(--sunken); }
#reference .info .title small pre { color: var(--ink-2); font: 550 12px/16px ${sans}; }
/* The head of the page has this link. */
#reference .info .main > a { display: none; }
#reference .info .main { margin: 0; }
#reference .info__license { font-size: 14px; }
#reference .info__license > * { display: inline; }
#reference .info__license::before { content: 'License: '; }
#reference .renderedMarkdown p { max-width: 92ch; margin: 10px 0; line-height: 20px; }
#reference .renderedMarkdown code { white-space: nowrap; background: var(--sunken); color: var(--ink); font-size: 13px; font-weight: 500; }
#reference .info a, #reference .renderedMarkdown a { color: var(--accent-ink); }
#reference .info { margin: 28px 0 16px; }
#reference .scheme-container { margin: 0; padding: 0 0 8px; background: transparent; box-shadow: none; }
.swagger-ui .opblock .opblock-summary-description { min-width: 12ch; }
.swagger-ui .opblock .opblock-section-header { box-shadow: none; }
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
