import type { CompiledFunctions } from '@mikro-orm/core'
import { entities } from './all.ts'
import { entityFunctions, generatedBy } from './entityFunctions.generated.ts'

type Functions = Omit<CompiledFunctions, '__version'>

/**
 * The functions that MikroORM would otherwise compile from text, which the server forbids. Each is under the key in which
 * MikroORM looks it up: it contains the table and a number that differs between processes.
 */
export function compiledFunctions(): CompiledFunctions {
  const functions = entities.flatMap(({ meta: { tableName, uniqueName } }) =>
    Object.entries((entityFunctions as Record<string, Functions>)[tableName]!).map(([key, make]) => [
      key.replace('*', uniqueName),
      make,
    ]),
  )
  return { ...Object.fromEntries(functions), __version: generatedBy } as CompiledFunctions
}
