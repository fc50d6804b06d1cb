/**
 * Renders web/public/town-at-night.webp, the picture on the sign-in screen: the demo town at night from above. Run it
 * after a change to the town or its imagery: `node --import @oxc-node/core/register scripts/night-picture.ts`
 */
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { createServer as createVite } from 'vite'
import { drawTown } from '../demo/town/drawTown.ts'
import { createTiles } from '../demo/town/tiles.ts'
import { generateTown } from '../demo/town/town.ts'

const target = fileURLToPath(new URL('../web/public/town-at-night.webp', import.meta.url))
const webFolder = fileURLToPath(new URL('../web', import.meta.url))
const MAX_BYTES = 350_000
const SIZE = { width: 840, height: 900 }

const page = `<!doctype html><div id="map" style="width:${SIZE.width}px;height:${SIZE.height}px"></div>
<script type="module">
  import { Map } from 'maplibre-gl'
  import '/features/map/basemap/maplibreWorker.ts'
  import { addBasemapImages } from '/features/map/basemap/images.ts'
  import { basemapStyle } from '/features/map/basemap/style.ts'

  const tilesUrl = location.origin + '/tiles/{z}/{x}/{y}'
  const map = new Map({
    container: 'map', center: [-86.15988, 39.76988], zoom: 17.85, attributionControl: false, fadeDuration: 0, interactive: false,
    canvasContextAttributes: { preserveDrawingBuffer: true }, style: basemapStyle({ mapType: 'satellite', theme: 'light', tilesUrl }),
  })
  map.on('style.load', () => addBasemapImages(map))
  map.once('idle', () => { window.night = (quality) => darken(map).toDataURL('image/webp', quality) })

  function darken(map) {
    const day = map.getCanvas()
    const canvas = Object.assign(document.createElement('canvas'), { width: day.width, height: day.height })
    const context = canvas.getContext('2d')
    context.drawImage(day, 0, 0)
    context.globalCompositeOperation = 'multiply'
    context.fillStyle = '#4a5a98'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.globalCompositeOperation = 'lighter'
    const scale = day.width / map.getContainer().clientWidth
    for (const feature of map.querySourceFeatures('town', { sourceLayer: 'porch' })) {
      const spots = feature.geometry.type === 'Point' ? [feature.geometry.coordinates] : feature.geometry.coordinates
      for (const spot of spots) light(context, map.project(spot), scale)
    }
    return canvas
  }

  function light(context, { x, y }, scale) {
    glow(context, x * scale, y * scale, 44 * scale, '255, 168, 72', 0.3)
    glow(context, x * scale, y * scale, 19 * scale, '255, 178, 88', 0.5)
    glow(context, x * scale, y * scale, 5 * scale, '255, 236, 190', 1)
  }

  function glow(context, x, y, radius, rgb, alpha) {
    const soft = context.createRadialGradient(x, y, 0, x, y, radius)
    soft.addColorStop(0, 'rgba(' + rgb + ', ' + alpha + ')')
    soft.addColorStop(0.35, 'rgba(' + rgb + ', ' + alpha * 0.42 + ')')
    soft.addColorStop(1, 'rgba(' + rgb + ', 0)')
    context.fillStyle = soft
    context.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  }
</script>`

const tiles = new Map(
  createTiles(drawTown(generateTown().lots)).map(({ z, x, y, tile }) => [`/tiles/${z}/${x}/${y}`, tile]),
)
const vite = await createVite({
  configFile: false,
  root: webFolder,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, hmr: false, watch: null },
})
const server = createServer((request, response) => {
  const path = request.url ?? '/'
  const tile = tiles.get(path)
  if (path === '/') {
    void vite.transformIndexHtml(path, page).then((html) => response.setHeader('content-type', 'text/html').end(html))
  } else if (tile) response.setHeader('content-encoding', 'gzip').end(tile)
  else if (path.startsWith('/tiles/')) response.writeHead(204).end()
  else vite.middlewares(request, response)
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))

const browser = await chromium.launch({
  ...(existsSync('/usr/bin/chromium') ? { executablePath: '/usr/bin/chromium' } : {}),
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
try {
  const tab = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 2 })
  tab.on('pageerror', (error) => console.error(error.message))
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await tab.waitForFunction('window.night', undefined, { timeout: 60_000 })
  for (const quality of [0.86, 0.8, 0.74, 0.68, 0.6, 0.5]) {
    const url = await tab.evaluate<string>(`window.night(${quality})`)
    const picture = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    if (picture.length > MAX_BYTES) continue
    writeFileSync(target, picture)
    console.log(`town-at-night.webp: ${picture.length} bytes at quality ${quality}`)
    break
  }
} finally {
  await browser.close()
  server.close()
  await vite.close()
}
