/** Adds a value to the parameters of a SQL statement and returns its placeholder, such as '$3'. */
export type Bind = (value: unknown) => string

/** Collects the parameters of a SQL statement that is built from parts. `initial` is bound to $1, $2 and so on. */
export function createBinder(...initial: unknown[]): { bind: Bind; values: unknown[] } {
  const values = [...initial]
  return { values, bind: (value) => `$${values.push(value)}` }
}
