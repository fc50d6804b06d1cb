import type { HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** Security headers. Pages may load from and connect to this server only, and to Mapbox if a token is set. */
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
        // The map and the UI components set element styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapService],
        fontSrc: ["'self'", 'data:'],
        // 'self' includes WebSockets of this server.
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
