import {
  defaultFieldResolver,
  GraphQLError,
  getNamedType,
  isLeafType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'

/** The size of a response at which its execution stops. */
export const maxResponseBytes = 8_000_000

/** Two quotation marks, a colon and a comma. */
const punctuationBytes = 4
/** A number, a date or an object's braces, about. */
const otherBytes = 8

/** What one execution may still put into its response, in bytes of JSON. */
export class ResponseBudget {
  #left: number

  constructor(bytes = maxResponseBytes) {
    this.#left = bytes
  }

  get isExceeded(): boolean {
    return this.#left < 0
  }

  /** Throws once the budget is exceeded, so that no further field is read. */
  assertLeft(): void {
    if (this.#left < 0) throw responseTooLarge
  }

  /** Counts the value of a field. Throws once the budget is exceeded. */
  count(name: string, value: unknown): void {
    this.#left -= name.length + punctuationBytes + sizeOf(value)
    if (this.#left < 0) throw responseTooLarge
  }
}

/** The context of an execution. Values of fields are counted in its budget. */
export interface BudgetedContext {
  budget: ResponseBudget
}

/**
 * graphql-js returns an error with a path unchanged instead of locating it. So this one is not created again, with a stack
 * trace, for each of the fields that are left.
 */
const responseTooLarge = new GraphQLError('The response is too large.', { path: [] })

/** The characters of a text, of the texts of a list, or an estimate: a lower bound for objects, whose fields are counted. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return otherBytes
  let size = 0
  for (const item of value) size += punctuationBytes + (typeof item === 'string' ? item.length : otherBytes)
  return size
}

/** Reads a field without a resolver, as graphql-js does, and counts it. */
export const readCountedField: GraphQLFieldResolver<unknown, BudgetedContext> = (source, args, context, info) => {
  const name = info.fieldName
  const property = (source as Record<string, unknown> | null | undefined)?.[name]
  const value: unknown = typeof property === 'function' ? defaultFieldResolver(source, args, context, info) : property
  context.budget.count(name, value)
  return value
}

type Resolve = GraphQLFieldResolver<unknown, BudgetedContext>

/** Makes the resolvers of the schema count what they return for scalars, and stop once the budget is exceeded. */
export function countResponses(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type)
      const resolve = field.resolve as Resolve | undefined
      if (named.name === 'JSON')
        field.resolve = counted(resolve ?? (defaultFieldResolver as Resolve), (value) => JSON.stringify(value) ?? null)
      else if (resolve) field.resolve = isLeafType(named) ? counted(resolve, (value) => value) : stopped(resolve)
    }
  }
}

function stopped(resolve: Resolve): Resolve {
  return (source, args, context, info) => {
    context.budget.assertLeft()
    return resolve(source, args, context, info)
  }
}

function counted(resolve: Resolve, toCount: (value: unknown) => unknown): Resolve {
  return (source, args, context, info) => {
    context.budget.assertLeft()
    const result: unknown = resolve(source, args, context, info)
    const count = (value: unknown) => {
      context.budget.count(info.fieldName, toCount(value))
      return value
    }
    return result instanceof Promise ? result.then(count) : count(result)
  }
}
