/** Adds a value to a statement's parameters and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string

/** The parameters of a statement that is assembled from parts: each part binds its own values. */
export function createParameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}
