import express from 'express'
import { makeDepthError, maxDepth } from '../domain/storable.ts'

/** The input of a GraphQL request is in its variables, which are one level deeper. */
const maxBodyDepth = maxDepth + 1
const [quote, backslash] = [0x22, 0x5c]
const openings = [0x5b, 0x7b]
const closings = [0x5d, 0x7d]

const options: Parameters<typeof express.json>[0] = {
  limit: '1mb',
  verify: (_request, _response, bytes) => assertShallow(bytes),
}

/**
 * Parses a JSON object or list of at most 1 MB. Throws `Malformed` for one that is nested too deeply, before it is parsed.
 */
export const parseJsonBody = express.json(options)

/** Does the same for any JSON value, so that a route can say that a text or a number is no object instead of no JSON. */
export const parseAnyJsonBody = express.json({ ...options, strict: false })

/** A megabyte of brackets takes JSON.parse 90 ms, in which the server does nothing else, and this a fraction of one. */
export function assertShallow(bytes: Uint8Array): void {
  let depth = 0
  let isInText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte === quote) isInText = !isInText
    else if (isInText) {
      if (byte === backslash) at += 1
    } else if (openings.includes(byte)) {
      depth += 1
      if (depth > maxBodyDepth) throw makeDepthError()
    } else if (closings.includes(byte)) depth -= 1
  }
}
