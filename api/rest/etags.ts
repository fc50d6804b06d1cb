import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { StaleVersion } from '../domain/errors.ts'

/** The ETag of what is sent as `text`: another whenever anything of it is another. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/**
 * Whether the caller holds what `etag` stands for: If-None-Match names it. Asked here and not of express, which leaves it
 * out for callers that say no-cache, as the fetch of Node does with every conditional request.
 */
export function isNotModified(request: Request, etag: string): boolean {
  const known = parseTags(request.get('If-None-Match'))
  return known.includes('*') || known.includes(stripWeakPrefix(etag))
}

/**
 * What If-Match asks of the thing as it stands: throws `Stale` when it is not what the caller saw. Undefined without the
 * header.
 */
export function ifMatch<T>(request: Request, present: (thing: T) => object): ((current: T) => void) | undefined {
  const given = request.get('If-Match')
  if (given === undefined) return undefined
  const accepted = parseTags(given)
  return (current) => {
    if (!accepted.includes('*') && !accepted.includes(etagOf(JSON.stringify(present(current)))))
      throw new StaleVersion()
  }
}

function parseTags(header = ''): string[] {
  return header.split(',').map((tag) => stripWeakPrefix(tag.trim()))
}

/** Proxies that compress mark tags as weak: they stand for the same. */
function stripWeakPrefix(tag: string): string {
  return tag.replace(/^W\//, '')
}
