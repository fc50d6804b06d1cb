import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Asks for the health of the server at `workerData.url` until it gets a message, and answers how long each request took in
// milliseconds. A thread of its own, because the one that makes the load would count its own pauses.
const pauseMs = 50
let isDone = false
parentPort.once('message', () => (isDone = true))
const waits = []
while (!isDone) {
  const began = performance.now()
  await fetch(`${workerData.url}/api/health/live`)
  waits.push(performance.now() - began)
  await sleep(pauseMs)
}
parentPort.postMessage(waits)
