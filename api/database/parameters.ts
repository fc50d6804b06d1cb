/** Adds a value to a statement and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string

/** The parameters of one SQL statement: `bind` appends to `values`, which begins with `first` as $1, $2, … */
export function createParameters(...first: unknown[]): { values: unknown[]; bind: Bind } {
  const values = [...first]
  return { values, bind: (value) => `$${values.push(value)}` }
}
