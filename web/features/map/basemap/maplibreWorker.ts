import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

// maplibre-gl cuts tiles into triangles in a worker and has to be told its address before the first map is made.
// Importing this file does that, in this one place.
setWorkerUrl(workerUrl)
