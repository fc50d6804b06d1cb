import { createElement, type FunctionComponent, type ReactNode, Suspense } from 'react'
import { lazyNamed } from './lazyNamed.ts'

/** A part of a screen that is loaded on its first render, and until then shows the fallback. */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  fallback: ReactNode = null,
): FunctionComponent<Props> {
  const Loaded: FunctionComponent<Props> = lazyNamed(load)
  return (props) => createElement(Suspense, { fallback }, createElement(Loaded, props))
}
