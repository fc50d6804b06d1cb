import type { HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** Pages may load and reach only what is theirs, and with a token the map service's. */
export function securityPolicy(config: Config): HelmetOptions {
  const mapService = config.mapboxToken
    ? ['https://api.mapbox.com', 'https://events.mapbox.com', 'https://*.tiles.mapbox.com']
    : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Maps and headless components set element styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapService],
        fontSrc: ["'self'", 'data:'],
        // Our own sockets are 'self', too.
        connectSrc: ["'self'", 'data:', 'blob:', ...mapService],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  }
}
