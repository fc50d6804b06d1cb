import { z } from 'zod'

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name

/** The use case results that a response of type `T` can be presented from. */
export type Presentable<T> =
  | (null extends T ? null | undefined : undefined extends T ? null : never)
  | (T extends string
      ? T | Date
      : T extends readonly (infer Item)[]
        ? readonly Presentable<Item>[]
        : T extends object
          ? string extends keyof T
            ? T
            : { [K in keyof T as CamelCase<K>]: Presentable<T[K]> }
          : T)

/** The response of a list that is not paged. */
export function listOf<Item>(data: readonly Item[]) {
  return { data, total: data.length }
}

/**
 * Returns a function that builds the response body of a schema. Each snake_case field gets the value of the camelCase
 * property of the same name; other properties are left out, and so are optional fields that are null. Records and loose
 * objects are returned as they are.
 */
export function presenterOf<Shape extends z.core.$ZodType>(
  shape: Shape,
): (given: Presentable<z.output<Shape>>) => z.output<Shape> {
  return compile(shape) as ReturnType<typeof presenterOf<Shape>>
}

function compile(shape: z.core.$ZodType): (given: unknown) => unknown {
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodOptional) {
    const present = compile(shape.unwrap())
    const absent = shape instanceof z.ZodNullable ? null : undefined
    return (given) => (given == null ? absent : present(given))
  }
  if (shape instanceof z.ZodArray) {
    const present = compile(shape.element)
    return (given) => (given as unknown[]).map(present)
  }
  // Formatted here, because JSON.stringify takes much longer for dates than for texts.
  if (shape instanceof z.ZodISODateTime) return (given) => (given instanceof Date ? given.toISOString() : given)
  if (!(shape instanceof z.ZodObject) || shape.def.catchall) return (given) => given
  const fields = Object.entries(shape.shape).map(([name, field]) => {
    const property = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return [name, property, compile(field)] as const
  })
  return (given) => {
    const body: Record<string, unknown> = {}
    for (const [name, property, present] of fields) body[name] = present((given as Record<string, unknown>)[property])
    return body
  }
}
