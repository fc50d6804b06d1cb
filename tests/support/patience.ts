// Tests of components wait as long as other tests do: on a busy machine, a part that is loaded when it is needed takes seconds.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 30_000 })
}

export {}
