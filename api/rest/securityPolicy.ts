import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { letterStyle } from '../services/documents/letters/letterStyle.ts'
import { isTls } from './credentials.ts'

/** Browsers use TLS for this host alone, for a year: other hosts of the domain may have none. */
const strictTransportSecurity = 'max-age=31536000'

/**
 * Middleware that sets the security headers. They are computed once, because they are the same for every response, except that
 * Strict-Transport-Security is set only where the client used TLS.
 */
export function securityHeaders(config: Config): RequestHandler {
  const headers = new Map<string, string>()
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  }
  helmet(securityPolicy(config))({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return (request, response, next) => {
    response.setHeaders(headers)
    if (isTls(request, config.trustedProxies)) response.setHeader('Strict-Transport-Security', strictTransportSecurity)
    next()
  }
}

/** The style element of every open select (@radix-ui/react-select). */
const selectStyle =
  '[data-radix-select-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-select-viewport]::-webkit-scrollbar{display:none}'

/** The source of a Content-Security-Policy that allows a `<style>` element with exactly this text. */
export function styleHash(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

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
        styleSrc: ["'self'", styleHash(letterStyle), styleHash(selectStyle)],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapService],
        fontSrc: ["'self'", 'data:'],
        // 'self' includes WebSockets of this server.
        connectSrc: ["'self'", 'data:', 'blob:', ...mapService],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        // Only the flyer is shown in a frame, and has a policy of its own.
        frameAncestors: ["'none'"],
      },
    },
    // It depends on the request.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  }
}
