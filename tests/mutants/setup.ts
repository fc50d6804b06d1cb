// The tests of one group run with and without a window.
if ('document' in globalThis) await import('../support/dom.ts')
else await import('reflect-metadata')

export {}
