import { type FunctionComponent, lazy } from 'react'

/** Loads a component on its first render, from a module that exports it under `name`. */
export const lazyNamed = <Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
) => lazy(async () => ({ default: (await load())[name] }))
