import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

// MapLibre needs the URL of its worker before the first map is created. Importing this file sets it.
setWorkerUrl(workerUrl)
