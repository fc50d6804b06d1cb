// Plans the routes on standard input with the built server and prints their lengths and times. Plain JavaScript, because the loader of
// TypeScript makes private fields slow, also in files that are built.
import { text } from 'node:stream/consumers'
import { planRoute } from '../dist/server/api/domain/walkingRoutes/planRoute.js'

const planned = []
for (const { doors, options } of JSON.parse(await text(process.stdin))) {
  const began = performance.now()
  const { meters } = await planRoute(doors, options)
  planned.push({ meters, ms: performance.now() - began })
}
console.log(JSON.stringify(planned))
