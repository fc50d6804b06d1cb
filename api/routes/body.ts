import type { Request } from 'express'
import { z } from 'zod'
import { Malformed } from '../domain/errors.ts'
import { clampLimit, type PageRequest } from '../domain/paging.ts'

/** The body as `shape` says; `ZodError` (400) names each field that cannot be read. */
export function bodyOf<T>(request: Request, shape: z.ZodType<T>): T {
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
    throw new Malformed('Send a JSON object.')
  return shape.parse(request.body)
}

export function queryOf<T>(request: Request, shape: z.ZodType<T>): T {
  return shape.parse(request.query)
}

/** A part of the path. */
export function pathPart(request: Request, name: string): string {
  return String(request.params[name])
}

export const paging = {
  limit: z.coerce.number().int().optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
}

export function pageRequest({ limit, offset }: { limit?: number; offset?: number }): PageRequest {
  return { limit: clampLimit(limit), offset: offset ?? 0 }
}

/** A text that is left out, null or at most `most` characters. */
export function text(most = 2_000) {
  return z.string().max(most).nullish()
}
