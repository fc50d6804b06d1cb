import { type FunctionComponent, lazy } from 'react'

/** Loads a component on its first render. Unlike `lazy`, it does not need a default export. */
export const lazyNamed = <Props>(load: () => Promise<FunctionComponent<Props>>) =>
  lazy(async () => ({ default: await load() }))
